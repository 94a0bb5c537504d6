"""What the checks find in cards, a text or a file, for programs that build on nanori."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.formats.io.in_memory import Readable, file_of
from nanori.formats.io.streams import Content
from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.linting import configuration, discovery, engine
from nanori.linting.configuration import Selection
from nanori.linting.gathering import gathered, gathered_from, opened
from nanori.linting.options import Settings
from nanori.linting.reports import Position, diagnostic
from nanori.linting.runs import Reading, Run
from nanori.model import arguments
from nanori.model.diagnostics import Diagnostic
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Card

if TYPE_CHECKING:
    from nanori.names.database import Database
    from nanori.names.lookup import Names

# Settings as in a nanori.toml, or the path of one.
Config = Mapping[str, object] | str | os.PathLike[str]

# The file name of cards in memory.
CARDS = "<cards>"


def lint(
    source: Readable | Iterable[Card | Sequence[Card]],
    format: str | None = None,
    config: Config | None = None,
    *,
    names: Names | None = None,
    lang: str = "",
    path: str = "",
    errors: OnError | None = None,
) -> list[Diagnostic]:
    """Return what the checks find in cards, or in a text or file, in the order of these.

    `source` is a file as `read` takes it, with `format`, `lang`, `path` and `errors` as there, a
    folder of files, a rules document, or an iterable of cards. Line and column of a diagnostic
    count in the file; for cards in the field, and its path is `cards[0]` and so on. Cards of one
    file, folder or iterable know each other: a translation is held against its original, by the
    English name. Cards that stand together, as in `[(original, translation)]`, are one card in two
    languages whatever their names; their paths are `cards[0][0]` and `cards[0][1]`.

    `config` are settings as in a nanori.toml, `{"select": ["characters"]}`, or the path of one;
    without it there are none, and nothing is looked for. `names` is an open database of names, in
    place of the one that the settings may name. NanoriError for a setting or check that does not
    exist, and as of `read`. Nothing is written; `apply` makes the edits of a fix.

        >>> card = nanori.Card(name="Salt Quay", text="{T}: Untap Slat Quay.")
        >>> (finding,) = nanori.lint([card])
        >>> print(finding.rule, finding.line, finding.column, finding.text)
        own-name/misspelled 1 12 Slat Quay
        >>> nanori.apply(card.text, finding.fix.edits)
        '{T}: Untap Salt Quay.'
    """
    arguments.prove("lang", lang, str)
    settings = _settings(config)
    with ExitStack() as stack:
        register = _register(names, settings, stack)
        stack.enter_context(languages.translated_from(settings.original))
        if isinstance(source, str | bytes | os.PathLike):
            content = file_of(source, path)
            if format is not None:
                arguments.prove("format", format, str)
            reading = Reading(lang, format or "")
            return list(_of_file(content, settings, reading, register, errors))
        arguments.prove_iterable("cards", source, Card)
        groups = [_group(f"cards[{number}]", each) for number, each in enumerate(source)]
        return list(_of_groups(groups, settings, lang, register))


def _group(path: str, cards_given: object) -> dict[str, Card]:
    """Return a card, or cards that are one card in two languages, by their paths."""
    if isinstance(cards_given, tuple | list):
        cards = cast("Sequence[Card]", cards_given)
        arguments.prove_all(path, cards, Card)
        return {f"{path}[{number}]": card for number, card in enumerate(cards)}
    arguments.prove(path, cards_given, Card)
    return {path: cast("Card", cards_given)}


def _settings(config: Config | Settings | None) -> Settings:
    if config is None or isinstance(config, Settings):
        return config or Settings()
    if isinstance(config, Mapping):
        return configuration.of_table(cast("Mapping[str, Any]", config))
    arguments.prove("config", config, Mapping, str, os.PathLike)
    return configuration.read(Path(config))


def _register(names: Names | None, settings: Settings, stack: ExitStack) -> Database | None:
    if names is not None:
        from nanori.names.lookup import Names

        arguments.prove("names", names, Names)
        return names
    return stack.enter_context(opened(settings.names)) if settings.names else None


class Noted:
    """Passes on what is wrong with a record, and raises what is wrong with a file."""

    def __init__(self, errors: OnError | None) -> None:
        """Pass on to `errors`, or raise."""
        self._errors = errors

    def note(self, error: NanoriError) -> None:
        """Pass on what is wrong with a record."""
        if self._errors is None:
            raise error
        self._errors(error)

    def note_file(self, error: NanoriError) -> None:
        """Raise what is wrong with a file."""
        raise error


def _of_file(
    file: str | Content,
    settings: Settings,
    reading: Reading,
    register: Database | None,
    errors: OnError | None,
) -> Iterator[Diagnostic]:
    """Yield what is found in a file, or in those of a folder."""
    if isinstance(file, Content):
        targets = [discovery.in_memory(file, reading.format_name)]
    else:
        targets = list(discovery.targets([file], {file: file}, reading.format_name))
    selection = Selection(settings)
    index, originals = gathered(targets, reading, register, pairs=selection.pairs)
    run = Run(settings, index, selection, originals, reading)
    inspections = engine.inspections(targets, run, Noted(errors))
    yield from (report.diagnostic for report in engine.reports_of(inspections))


def _of_groups(
    cards: Sequence[Mapping[str, Card]], settings: Settings, lang: str, register: Database | None
) -> Iterator[Diagnostic]:
    """Yield what is found in cards by their paths; those of a group are the same card.

    A translation in a group of two is the other's, whatever their names.
    """
    groups = [[reader.with_language(card, lang) for card in group.values()] for group in cards]
    index, originals = gathered_from([(CARDS, lambda: [groups])], register, pairs=True)
    selection = Selection(settings)
    run = Run(settings, index, selection, originals, Reading())
    profile = "translation" if originals.are_translated and originals.known else "set"
    checks = selection.of_file(CARDS, settings.profile or profile)
    records = [[Entry(card, path=CARDS) for card in group] for group in groups]
    looked = engine.seen_in(records, [checks] * len(groups), run, path=CARDS)
    for group, paths, every in zip(groups, cards, looked, strict=True):
        for card, path, seen in zip(group, paths, every, strict=True):
            diagnostics = [
                diagnostic(finding, rule, card, path, *_places(card, finding))
                for rule, finding in seen.findings
            ]
            yield from sorted(
                diagnostics, key=lambda placed: (placed.line, placed.column, placed.rule)
            )


def _places(card: Card, finding: engine.Finding) -> tuple[Position, Position]:
    """Return where a finding begins and ends in its field, line and column from 1."""
    text = field_text(card, finding.field)

    def position(offset: int) -> Position:
        return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)

    return position(finding.start), position(finding.end)
