"""Fan-made sets as JSON: what sites, bots and drafting tools publish."""
