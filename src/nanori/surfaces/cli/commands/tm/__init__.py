"""Reword translation memories, and measure their matches for new texts."""

COMMANDS = {
    "Commands": {
        "leverage": "Count how many new segments a translation memory matches.",
        "restyle": "Reword self-references in a translation memory.",
    },
}
EXAMPLES = {
    "nanori tm restyle examples/memory.tmx --cards examples/harbor.csv -o new.tmx": "reworded",
}
