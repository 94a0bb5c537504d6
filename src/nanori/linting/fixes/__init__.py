"""Findings go in; edits that are proven come out, and the files with them made."""
