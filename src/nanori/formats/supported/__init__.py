"""The formats there are, one a module; each is found by being here."""
