"""A paragraph of rules text goes in; its tree comes out, read by the grammar of its language."""
