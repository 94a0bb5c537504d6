"""The JSON formats: only these are asked about a file in JSON."""
