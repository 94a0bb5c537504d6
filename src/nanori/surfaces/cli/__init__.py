"""Arguments go in; a command is run by the packages before, and its exit code comes out."""
