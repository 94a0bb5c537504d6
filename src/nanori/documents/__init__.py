"""Prose and rulebooks go in; the names they mention and what does not fit come out."""
