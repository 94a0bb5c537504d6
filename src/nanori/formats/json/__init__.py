"""JSON goes in, however long; its values come out, each with the place of every string."""
