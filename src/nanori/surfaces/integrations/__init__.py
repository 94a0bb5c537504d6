"""nanori inside programs of others, a module a program; none of them is needed to import it."""
