"""XML goes in, however long; its elements come out, each with the place of its content."""
