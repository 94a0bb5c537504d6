"""The commands, one a module: its function of the same name is the command, its docstring the help.

A new module here needs no other change.
"""
