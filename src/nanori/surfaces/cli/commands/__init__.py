"""The commands, one a module: its function of the same name is the command, its docstring the help.

A new module here needs no other change.
"""

EXAMPLES = {
    "nanori show examples/harbor.csv": "cards with their references",
    "nanori lint examples/harbor.csv": "what is wrong in them",
    "nanori COMMAND --help": "options and examples of a command",
}
