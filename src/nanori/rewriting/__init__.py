"""References and a wish go in; edits come out that word the same object otherwise."""
