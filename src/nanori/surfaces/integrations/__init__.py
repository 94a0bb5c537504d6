"""nanori inside other programs, a module each; none of these is needed to import it."""
