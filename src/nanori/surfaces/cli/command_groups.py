"""A folder of commands to the group that runs them; a command is imported when it is asked for."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module
from types import ModuleType

import typer
from typer.core import TyperGroup

from nanori.surfaces.cli.plain_values import answered


def group(name: str, package: str, path: Iterable[str], root: Callable[..., None]) -> TyperGroup:
    """Return the group of the commands in a package: a module is one, called like its function.

    A package within is a group of its own, and has the function `root`. What `root` does is done
    before each command, and its docstring is the group's help.
    """

    class Group(TyperGroup):
        """The commands of the package, each made when it is asked for."""

        def list_commands(self, ctx: object) -> list[str]:
            del ctx
            return sorted(module.name for module in pkgutil.iter_modules(path))

        def get_command(self, ctx: object, cmd_name: str) -> object:  # type: ignore[override]
            if cmd_name not in self.list_commands(ctx):
                return None
            if cmd_name not in self.commands:
                self.commands[cmd_name] = _made(f"{package}.{cmd_name}")  # type: ignore[assignment]
            return self.commands[cmd_name]

    app = _typer(cls=Group)
    app.callback(invoke_without_command=True, epilog=_examples(import_module(package)))(root)
    made = typer.main.get_group(app)
    made.name = name
    return answered(made)


def _typer(cls: type[TyperGroup] | None = None) -> typer.Typer:
    return typer.Typer(
        cls=cls,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        add_completion=False,
        no_args_is_help=False,
        suggest_commands=False,  # it knows but those that were asked for
    )


def _made(module: str) -> object:
    """Return what Typer makes of the command, or of the group of commands, in a module."""
    imported = import_module(module)
    name = module.rpartition(".")[2]
    if hasattr(imported, "__path__"):
        made = group(name, module, imported.__path__, imported.root)
        made.rich_help_panel = imported.PANEL
        return made
    app = _typer()
    panel = getattr(imported, "PANEL", None)
    app.command(name, epilog=_examples(imported), rich_help_panel=panel)(getattr(imported, name))
    return answered(typer.main.get_command(app))


def _examples(module: ModuleType) -> str:
    """Return what stands below the help of a command: its examples, a paragraph each."""
    examples: dict[str, str] = module.EXAMPLES
    shown = (f"  {_escaped(line)}  [dim]{_escaped(what)}[/dim]" for line, what in examples.items())
    return "\n\n".join(["[bold]Examples[/bold]", *shown])


def _escaped(words: str) -> str:
    """Return words that Rich, which is not imported for this, does not take for a style."""
    return words.replace("[", "\\[")
