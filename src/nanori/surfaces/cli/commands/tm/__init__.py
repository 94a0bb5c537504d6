"""Reword translation memories, and measure what they have for new texts."""

COMMANDS = {
    "Commands": {
        "leverage": "Count the new segments that a translation memory has.",
        "restyle": "Reword what cards say of themselves in a translation memory.",
    },
}
EXAMPLES = {
    "nanori tm restyle examples/memory.tmx --cards examples/harbor.csv -o new.tmx": "in new words",
}
