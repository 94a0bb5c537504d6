"""Card files go in; a database of names comes out."""
