"""A name in any language, script or spelling goes in; the cards it may mean come out."""
