"""The names that cards use go in; a glossary of them for a translation program comes out."""
