"""Find every reference in trading-card rules text and say what it means."""

# Listed here and not looked for in the modules, so that `nanori --help` imports none of them.
# What `nanori --help` lists: each is a module or a folder here, with a function of its name.
COMMANDS = {
    "Card data": {
        "annotate": "Write the references of every text in card files.",
        "bind": "Show what abilities say and mean on other objects.",
        "tree": "Print the parse tree of each text.",
    },
    "Translations": {
        "lint": "Check card files and rules documents, and fix them.",
        "mentions": "Find and check the card names in prose.",
        "names": "Look up card names in any language, script or spelling.",
    },
    "Cards of your own": {
        "lint": "Check card files and rules documents, and fix them.",
        "rename": "Rename a card everywhere, or show what would change.",
        "restyle": "Reword cards' references to themselves.",
        "show": "Show cards with their references coloured and labelled.",
        "init": "Write settings for a folder of card files.",
        "lsp": "Serve an editor as a language server.",
        "serve": "Serve a web page that shows, checks and fixes cards, or serve other programs.",
    },
    "Also": {
        "convert": "Convert a card file to card records or CSV.",
        "explain": "Explain what a check finds, why it matters, and what its fix does.",
        "formats": "List the supported file formats and what can be done with each.",
        "completion": "Print a script for completing commands and options in your shell.",
    },
}
EXAMPLES = {
    "nanori show examples/harbor.csv": "cards with their references",
    "nanori lint examples/harbor.csv": "what is wrong in them",
    "nanori COMMAND --help": "options and examples of a command",
}
