"""A language's grammar to its tables: the only module that runs Lark."""

import re
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from nanori.grammar import first_sets, languages
from nanori.grammar.languages import Language
from nanori.grammar.name_announcements import ANNOUNCING
from nanori.grammar.tables import Production, Tables, TerminalPattern
from nanori.model.errors import DataFileError

# What the grammar begins with; it has no node of its own.
ROOT = "start"
# Lark's terminal after the last token.
END = "$END"

_AT_LINE = re.compile(r",? at line (\d+)")


def compiled(language: Language) -> Tables:
    """Return the LALR tables of a language's grammar and the patterns of its terminals.

    DataFileError, with the file and if possible the line, if it is wrong or ambiguous.
    """
    from lark import Lark, grammar, lexer

    try:
        lark = Lark(
            language.grammar,
            parser="lalr",
            lexer=_no_lexer(),
            keep_all_tokens=True,
            maybe_placeholders=False,
        )
    except Exception as error:
        # A line that Lark names is one of the joined files.
        message, *line = _AT_LINE.split(str(error), maxsplit=1)[:2]
        location = languages.place_in_grammar(language, int(line[0]) if line else None)
        what = "the grammar" if line else f"the grammar, with {languages.COMMON}.lark,"
        raise DataFileError(location, f"{what} does not work: {message}") from error
    serialized = cast("Any", lark).memo_serialize([lexer.TerminalDef, grammar.Rule])
    data, memo = cast("tuple[Any, Any]", serialized)
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in lark.terminals}
    priorities = {terminal.name: terminal.priority for terminal in lark.terminals}
    return _in_order(_tables(language, data, memo, patterns, priorities))


def _no_lexer() -> Any:  # noqa: ANN401 - a class of Lark's
    """Return a lexer that is never used: the scanner finds tokens."""
    from lark import lexer

    class NoLexer(lexer.Lexer):
        def __init__(self, lexer_conf: object) -> None:
            del lexer_conf

        def lex(self, data: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
            return iter(data)

    return NoLexer


def _tables(
    language: Language,
    data: Mapping[str, Any],
    memo: Mapping[int, Mapping[str, Any]],
    patterns: Mapping[str, str],
    priorities: Mapping[str, int],
) -> Tables:
    parser = data["parser"]["parser"]
    names: Mapping[int, str] = parser["tokens"]
    lists = {name.upper() for name in language.lexicon.words}
    special = sorted(
        (name for name in patterns if name not in lists),
        key=lambda name: (-priorities[name], _place(name, language.grammar)),
    )
    numbers = {rule["@"]: index for index, rule in enumerate(data["rules"])}
    productions = tuple(_production(memo[number]) for number in numbers)
    actions: list[dict[str, int]] = [{} for _ in parser["states"]]
    gotos: list[dict[str, int]] = [{} for _ in parser["states"]]
    indices = {state: index for index, state in enumerate(parser["states"])}
    for state, row in parser["states"].items():
        for token, (kind, target) in row.items():
            name = names[token]
            if kind:
                actions[indices[state]][name] = ~numbers[target["@"]]
            elif name.isupper() or name == END:
                actions[indices[state]][name] = indices[target]
            else:
                gotos[indices[state]][name] = indices[target]
    return Tables(
        terminals=tuple(
            pattern for name in special for pattern in _terminals(name, patterns[name], language)
        ),
        lists=tuple(sorted(lists & set(names.values()))),
        productions=productions,
        actions=tuple(actions),
        gotos=tuple(gotos),
        start=indices[parser["start_states"]["start"]],
        end=indices[parser["end_states"]["start"]],
    )


def _in_order(tables: Tables) -> Tables:
    """Return tables numbered independently of the order of Lark's sets, so equal in each run.

    States are numbered as they are reached from the first, by terminals and then by what
    productions make, in the order of their names; productions are sorted.
    """
    productions = sorted(set(tables.productions))
    numbers = {production: ~number for number, production in enumerate(productions)}
    states = [tables.start]
    indices = {tables.start: 0}
    for state in states:
        rows = (tables.actions[state], tables.gotos[state])
        for target in (row[name] for row in rows for name in sorted(row)):
            if target >= 0 and target not in indices:
                indices[target] = len(states)
                states.append(target)

    def moved(row: dict[str, int]) -> dict[str, int]:
        return {
            name: indices[row[name]] if row[name] >= 0 else numbers[tables.productions[~row[name]]]
            for name in sorted(row)
        }

    return msgspec.structs.replace(
        tables,
        productions=tuple(productions),
        actions=tuple(moved(tables.actions[state]) for state in states),
        gotos=tuple(moved(tables.gotos[state]) for state in states),
        start=0,
        end=indices[tables.end],
    )


def _terminals(name: str, pattern: str, language: Language) -> list[TerminalPattern]:
    """Return a terminal, once for each alternative if it announces a name or may have no width.

    A text has the cue of one of these, and the others need not be compiled for it; at a place
    without a first character of one, only what has no width must be tried.
    """
    try:
        apart = name in ANNOUNCING or not first_sets.of_pattern(pattern)
        return [
            TerminalPattern(
                name,
                way,
                first_sets.of_pattern(way),
                first_sets.cues_of_pattern(way),
            )
            for way in (first_sets.ways_of_pattern(pattern) if apart else [pattern])
        ]
    except re.error as error:
        location = languages.place_in_grammar(language, None)
        raise DataFileError(location, f"{name}: no regular expression: {error}") from None


def _place(name: str, grammar: str) -> int:
    return min(offset for mark in ":." if (offset := grammar.find(f"\n{name}{mark}")) >= 0)


def _production(rule: Mapping[str, Any]) -> Production:
    origin: str = rule["origin"]["name"]
    kind = rule["alias"] or ("" if origin.startswith("_") or origin == ROOT else origin)
    return Production(origin, kind, len(rule["expansion"]))
