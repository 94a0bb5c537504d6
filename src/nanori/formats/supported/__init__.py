"""Formats, one per module; each is registered by its presence here."""
