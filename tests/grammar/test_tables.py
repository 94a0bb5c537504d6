"""The tables accept every sequence of tokens, and are made once."""

import os
import random
import subprocess
import sys

import pytest
from msgspec.structs import replace

from nanori.grammar import languages, parser
from nanori.grammar.driver import END, Driver, Unexpected
from nanori.grammar.name_announcements import ANNOUNCING
from nanori.model import cached_files
from nanori.model.values import Token
from project import examples

PAIRS = {"QUOTE_OPEN": "QUOTE_CLOSE", "REMINDER_OPEN": "REMINDER_CLOSE"}
"""Terminals that stand in pairs only."""
PLACED = {"PROPER", "SEPARATOR", "NAMING_END", *ANNOUNCING}
"""Terminals that stand in constructions only."""
FIRST = {"LOYALTY_COST", "CHAPTER", "LEVEL", "DIE_RESULT", "ABILITY_WORD"}
"""Terminals that stand at the beginning of a paragraph only."""


def _sequence(terminals: list[str], chance: random.Random, depth: int = 0) -> list[str]:
    found: list[str] = []
    for _ in range(chance.randrange(9)):
        if chance.random() < 0.1 and depth < 3:
            opening = chance.choice(sorted(PAIRS))
            found += [opening, *_sequence(terminals, chance, depth + 1), PAIRS[opening]]
        elif chance.random() < 0.05:
            found += ["NAMED", "PROPER"]
        else:
            found.append(chance.choice(terminals))
    return found


@pytest.mark.parametrize("code", languages.codes())
def test_every_sequence_of_tokens_has_a_tree(code: str) -> None:
    lalr = parser.load_tables(languages.load(code))
    every = {terminal for row in lalr.actions for terminal in row}
    terminals = sorted(every - {END, *PAIRS, *PAIRS.values()} - PLACED - FIRST)
    driver, chance = Driver(lalr), random.Random(201_5)
    for _ in range(examples(5_000)):
        types = _sequence(terminals, chance)
        try:
            driver.parse([Token(type_, place, place + 1) for place, type_ in enumerate(types)])
        except Unexpected as unexpected:
            pytest.fail(f"no place for {unexpected} in {' '.join(types)}")


def test_tables_are_made_again_where_they_are_damaged_or_of_another_grammar(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    language = languages.load(languages.reference_language())
    folder = tmp_path_factory.mktemp("grammar")
    monkeypatch.setattr(parser, "folder", lambda: folder)
    made = parser.load_tables(language)
    kept = next((folder / cached_files.FOLDER).iterdir())
    assert parser.load_tables(language) == made
    kept.write_bytes(kept.read_bytes()[:100])
    assert set(parser.load_tables(language).productions) == set(made.productions)
    another = languages.Language(language.code, language.lexicon, "another")
    kept.write_bytes(parser.encoded(another, replace(made, productions=())))
    assert set(parser.load_tables(language).productions) == set(made.productions)


def test_tables_are_made_where_nothing_may_be_written(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("grammar") / "nowhere" / "there"
    monkeypatch.setattr(parser, "folder", lambda: folder)
    language = languages.load(languages.reference_language())
    assert parser.load_tables(language).productions


OF_A_SEED = """
import hashlib, msgspec
from nanori.grammar import compiler, languages
for code in languages.codes():
    tables = compiler.compiled(languages.load(code))
    print(code, hashlib.sha256(msgspec.msgpack.encode(tables)).hexdigest())
print("every", hashlib.sha256(languages.every_as_kept()).hexdigest())
"""


@pytest.mark.thorough
def test_the_tables_are_the_same_bytes_each_time_they_are_made() -> None:
    made = {
        subprocess.run(
            [sys.executable, "-c", OF_A_SEED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1
    assert len(made.pop().splitlines()) == len(languages.codes()) + 1
