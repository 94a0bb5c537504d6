"""Translators' files: units with keys go in; the units of one card belong together."""
