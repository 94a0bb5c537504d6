"""Each rule of what is a name is needed, and said: without it a case of the corpus fails."""

from collections import defaultdict
from functools import cache

import pytest

import corpus
from nanori.annotation import explaining, matcher, name_rules
from nanori.annotation.known_names import KnownNames
from nanori.annotation.name_rules import MISPRINTS, RULES, Rule, Ruling
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages
from nanori.model.values import Card, Reference

Asked = tuple[corpus.Case, corpus.Fence]

interpreted = pytest.mark.skipif(
    not str(name_rules.__file__).endswith(".py"), reason="a compiled module keeps its rules"
)

DIVIDED = ("en",)
"""Where blanks stand between words: what is said of capitals and articles is said of these."""
HERE = {
    "may be plain words": ("ja",),
    "a whole name": ("ja",),
    "without its article": ("fr", "es"),
    "a word of the rules": ("zhs", "zht"),
    "a kind of objects, without an article": ("de",),
    "“that” takes up what was said before": DIVIDED,
    "the kind of the noun before it": ("fr", "es", "it", "pt"),
    "an article makes it any so named": DIVIDED,
    "begins a name of several parts": DIVIDED,
    "the same is said of it and of others": (*DIVIDED, "zhs", "zht"),
    "a kind of objects, in the plural": DIVIDED,
    "something is done to it, or with it": DIVIDED,
}
"""The languages that have a rule, where these are not the two that have every case."""
BOTH = ("en", "ja")


@cache
def asked() -> tuple[Asked, ...]:
    """Return every text in the corpus of rules, and of languages that are drafts."""
    cases = (case for folder in ("rules", "languages") for case in corpus.cases(folder))
    return tuple((case, text) for case in cases for text in case.texts if not text.role)


def known(asked: Asked) -> KnownNames | None:
    case, text = asked
    names = case.setting("names", text.lang)
    return KnownNames(names) if names else None


def read(asked: Asked) -> list[Reference]:
    case, text = asked
    return annotate(case.card(text), known(asked))


@cache
def as_read() -> tuple[list[Reference], ...]:
    return tuple(map(read, asked()))


def told(card: Card, names: KnownNames | None = None) -> list[Ruling]:
    told: list[Ruling] = []
    matcher.find(card, languages.load(card.lang), names, told)
    return told


@cache
def by_rule() -> dict[tuple[str, str], list[tuple[Asked, list[Reference]]]]:
    """Return the texts in which each rule decides, by its reason and by language."""
    texts = defaultdict[tuple[str, str], list[tuple[Asked, list[Reference]]]](list)
    for each in asked():
        case, text = each
        references = read(each)
        for why in {ruling.why for ruling in told(case.card(text), known(each))}:
            texts[why, text.lang].append((each, references))
    return texts


@pytest.mark.sampled(3)
@interpreted
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.why)
def test_without_a_rule_a_case_fails_in_every_language_that_has_it(
    rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = by_rule()
    for rules in ("RULES", "OF_SURE"):
        kept = tuple(each for each in getattr(name_rules, rules) if each is not rule)
        monkeypatch.setattr(name_rules, rules, kept)
    for lang in HERE.get(rule.why, BOTH):
        assert any(read(each) != before for each, before in texts[rule.why, lang]), lang


@interpreted
def test_no_rule_that_is_not_asked_of_a_sure_name_would_hold_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def every() -> list[list[Ruling]]:
        return [told(case.card(text), known((case, text))) for case, text in asked()]

    before = every()
    monkeypatch.setattr(name_rules, "OF_SURE", RULES)
    assert every() == before


@interpreted
@pytest.mark.parametrize("rule", MISPRINTS, ids=lambda rule: rule.why)
def test_without_a_rule_of_misprints_a_case_fails(
    rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = as_read()
    rules = tuple(each for each in MISPRINTS if each is not rule)
    monkeypatch.setattr(name_rules, "MISPRINTS", rules)
    assert any(read(each) != references for each, references in zip(asked(), before, strict=True))


def test_no_two_rules_give_the_same_reason() -> None:
    reasons = [rule.why for rule in (*RULES, *MISPRINTS)]
    assert len(set(reasons)) == len(reasons)
    assert HERE.keys() <= set(reasons)


def test_it_is_said_which_rule_kept_words_from_being_a_name() -> None:
    card = Card(name="Gleam", text="Gleam, haste\nSacrifice Gleam: Draw a card.", lang="en")
    references = annotate(card)
    assert [each.start for each in references] == [23]
    kept = [(each.start, each.end, each.why) for each in explaining.kept(card, references)]
    assert kept == [(0, 5, "a verb that begins its sentence")]
    (said,) = [why for _, why in explaining.explained(card, references)]
    assert said.startswith("its own name; stands within a sentence; object of “Sacrifice”")
