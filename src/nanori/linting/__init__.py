"""Card files to diagnostics: every check over every text, with the places in the file."""
