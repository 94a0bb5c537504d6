"""Values that every part shares: cards, references, edits, diagnostics; nothing is imported."""
