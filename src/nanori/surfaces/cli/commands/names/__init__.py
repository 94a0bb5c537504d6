"""Look up card names in any language, script or spelling."""

COMMANDS = {
    "Commands": {
        "build": "Build a database of names from files of cards or names.",
        "choose": "Say which card name is chosen by saying it, or what must be asked.",
        "export": "Write the names that cards use, with their translations.",
        "find": "Find the names that a query may mean, best first.",
        "matrix": "Count how often each file says each name, in which forms.",
        "show": "Show all name forms of the cards so called.",
    },
}
EXAMPLES = {
    "nanori names build examples/harbor.csv -o names.sqlite": "a database of your own",
    'nanori names find "Lantern Gul" --db names.sqlite': "with a slip of the pen",
}
