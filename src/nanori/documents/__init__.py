"""Prose and rulebooks go in; the names they mention, and what is wrong in them, come out."""
