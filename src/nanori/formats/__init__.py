"""A file goes in; its card records come out, and with edits the same file, changed only there."""
