"""Card files go in; diagnostics come out, and files with their fixes applied."""
