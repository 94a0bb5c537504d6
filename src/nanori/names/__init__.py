"""A name in any language, script or spelling goes in; the cards that it means come out."""
