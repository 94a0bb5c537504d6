"""A report as one HTML page: the cards with what was found in them, side by side by language."""
