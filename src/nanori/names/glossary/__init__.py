"""The names that cards use go in; a glossary of them for a translator's program comes out."""
