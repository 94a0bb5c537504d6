"""A path goes in; bytes and characters come out, and back again, whole or not at all."""
