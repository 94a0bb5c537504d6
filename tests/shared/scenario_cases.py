"""The cases of corpus/scenarios/: scenarios in every language, answers beside their questions.

`python tests/shared/scenario_cases.py LANG WORDS` prints the scenario of the case whose title has
these words, as a file that `nanori bind` takes.
"""

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

import corpus
from corpus import spoken

# Of libyaml where there is one, as `nanori bind` takes it: the cases are read by every process.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SCENARIO, WRONG = "yaml", "wrong"
CARDS = {"card", "into", "back", "faces"}
"""The keys under which a scenario has a card record, or one for each face."""
Table = dict[str, Any]


@dataclass
class Case:
    """A heading with a scenario under it, to which those above it add objects and events."""

    heading: corpus.Case

    @property
    def path(self) -> Path:
        return self.heading.path

    @property
    def title(self) -> str:
        return self.heading.title

    @cached_property
    def wrong(self) -> corpus.Fence | None:
        """The scenario that is refused; the words behind `wrong` are the message."""
        return next((one for one in self.heading.texts if one.lang == WRONG), None)

    @cached_property
    def blocks(self) -> list[Table]:
        """What stands under the headings that hold for the case."""
        fences = [one for above in self.heading.lineage for one in above.texts]
        return [yaml.load(one.content, LOADER) for one in fences if one.lang == SCENARIO]

    @property
    def objects(self) -> list[Table]:
        """The objects; one of the same id replaces the one above."""
        return list(
            {one["id"]: one for block in self.blocks for one in block.get("objects", ())}.values()
        )

    @property
    def events(self) -> list[Table]:
        """The events, those above first."""
        return [event for block in self.blocks for event in block.get("events", ())]

    @property
    def questions(self) -> list[Table]:
        """The questions of the case itself, with their answers."""
        own = [fence for fence in self.heading.texts if fence.lang == SCENARIO]
        return self.blocks[-1].get("questions", []) if own else []

    def scenario(self, lang: str) -> Table:
        """Return the whole scenario in that language, as a user would write it."""
        asked = [{key: value} for one in self.questions for key, value in [next(iter(one.items()))]]
        return {
            "objects": [in_language(one, lang) for one in self.objects],
            "events": [in_language(one, lang) for one in self.events],
            "questions": spoken(asked, lang),
        }

    def answers(self, lang: str) -> list[Table]:
        """Return what is said beside each question, in that language."""
        every = [dict(list(one.items())[1:]) for one in self.questions]
        return [spoken(one, lang) for one in every]


def read(path: Path) -> list[Case]:
    """Return the cases of a file in their order: the headings that ask, or are refused."""
    every = [Case(heading) for heading in corpus.read(path)]
    return [case for case in every if case.questions or case.wrong]


def in_language(value: Any, lang: str, key: str = "") -> Any:  # noqa: ANN401
    """Return an object or event in a language, its cards with their language and English name."""
    if isinstance(value, list):
        return [in_language(item, lang, key) for item in value]
    if not isinstance(value, dict) or set(value) == set(corpus.LANGUAGES):
        return spoken(value, lang)
    if key not in CARDS or "name" not in value:
        return {name: in_language(item, lang, name) for name, item in value.items()}
    own = value.get("lang", lang)
    card: Table = {"lang": own} | spoken(value, own)
    if own != corpus.REFERENCE_LANGUAGE and isinstance(value["name"], dict):
        card.setdefault("name_en", spoken(value["name"], corpus.REFERENCE_LANGUAGE))
    return card


def main(lang: str, *words: str) -> None:
    """Print the first scenario whose title has the words."""
    wanted = " ".join(words).lower()
    every = (case for path in corpus.files("scenarios") for case in read(path))
    case = next(case for case in every if wanted in case.title.lower() and not case.wrong)
    print(yaml.safe_dump(case.scenario(lang), allow_unicode=True, sort_keys=False), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
