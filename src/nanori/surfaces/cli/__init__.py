"""Arguments go in; a command is run by the rooms before, and its exit code comes out."""
