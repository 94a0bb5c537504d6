"""Values that every room shares: cards, references, edits, diagnostics; imports no other room."""
