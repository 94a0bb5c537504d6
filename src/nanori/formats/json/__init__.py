"""JSON of any length goes in; its values come out, with the place of every string."""
