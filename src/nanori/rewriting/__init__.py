"""References and a wish go in; edits come out that call the same object by other words."""
