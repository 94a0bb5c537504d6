"""Find every reference in trading-card rules text and say what it means."""

# Listed here and not looked for in the modules, so that `nanori --help` imports none of them.
# What `nanori --help` lists: each is a module or a folder here, with a function of its name.
COMMANDS = {
    "Begin": {
        "completion": "Print the script that lets a shell complete commands and options.",
        "doctor": "Say which versions, languages, names and settings there are.",
        "init": "Look at a folder of card files, and write settings for it.",
        "lsp": "Serve an editor as a language server.",
    },
    "Look": {
        "annotate": "Write the references of every text in card files.",
        "bind": "Say what the texts of objects mean after what happens in a scenario.",
        "diff": "Say what changed in meaning between two card files.",
        "formats": "List the formats of card files, and what can be done with each.",
        "show": "Show the cards of files with their references coloured and labelled.",
        "table": "Write a row for each card, face and language.",
        "tree": "Print the parse tree of each text.",
    },
    "Check and change": {
        "convert": "Write the cards of a file in another format.",
        "explain": "Say what a check finds, why, and what its fix does.",
        "lint": "Check card files and rules documents, and mend them.",
        "rename": "Plan, or make, what changes where a card gets another name.",
        "restyle": "Reword the references of cards to themselves.",
        "tm": "Reword translation memories, and measure what they have for new texts.",
    },
    "Names and documents": {
        "link": "Make the card names of an article links.",
        "mentions": "Find the names that prose mentions, and check each.",
        "names": "Look up card names in any language, script or spelling.",
        "rules": "Pair the bilingual paragraphs of a rules document.",
    },
    "Build in": {
        "serve": "Serve a page that shows, checks and mends cards; or other programs.",
    },
}
EXAMPLES = {
    "nanori show examples/harbor.csv": "cards with their references",
    "nanori lint examples/harbor.csv": "what is wrong in them",
    "nanori COMMAND --help": "options and examples of a command",
}
