"""XML of any length goes in; its elements come out, each with the place of its content."""
