"""Look up card names in any language, script or spelling."""

COMMANDS = {
    "Commands": {
        "build": "Build a name database from card files or lists of names.",
        "choose": "Show which card name is chosen by saying it, or what has to be clarified.",
        "export": "Write the names that cards use, with their translations.",
        "find": "Find the names that a query may mean, best first.",
        "show": "Show all names of a card.",
    },
}
EXAMPLES = {
    "nanori names build examples/harbor.csv -o names.sqlite": "a database of your own",
    'nanori names find "Lantern Gul" --db names.sqlite': "misspelled",
}
