"""Objects in play, what happens to them, and what their texts then say (CR 201.5a, 201.5b)."""
