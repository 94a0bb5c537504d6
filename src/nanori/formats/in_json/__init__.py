"""The formats that are JSON: no other is asked what a file of JSON is."""
