"""A paragraph of rules text goes in; its tree comes out, parsed by the grammar of its language."""
