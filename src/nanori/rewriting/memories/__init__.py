"""A translation memory goes in; it comes out in another wording, or what is in it for new texts."""
