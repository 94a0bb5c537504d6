"""Every text of corpus/rewriting/ reads on the new object as it is written there."""

import pytest

import corpus
import nanori
import rewriting_cases
from nanori.annotation import own_names
from nanori.annotation.marked_text import marked
from nanori.grammar import languages
from nanori.model import edits
from nanori.model.values import Edit
from nanori.rewriting.substitution import designation, rewrite

CASES = [
    pytest.param(case, text, id=f"{case.path.name}:{text.line}-{text.lang}")
    for case in corpus.cases("rewriting")
    for text in case.texts
]


@pytest.mark.parametrize(("rewriting", "fence"), CASES)
def test_a_text_reads_with_the_new_name(rewriting: corpus.Case, fence: corpus.Fence) -> None:
    it = rewriting_cases.read(rewriting, fence)
    references = nanori.annotate(it.before)
    assert marked(it.before.text, references) == it.marked, f"{it.place}: before"
    own = [reference for reference in references if reference.target == "self"]
    whole = own_names.alternates(it.before)
    language = languages.load(fence.lang)
    changes = rewrite(it.before.text, own, it.to, language, alternates=whole)
    assert edits.apply(it.before.text, changes) == it.after.text, it.place
    references_after = nanori.annotate(it.after)
    assert marked(it.after.text, references_after) == it.wanted, f"{it.place}: annotated again"
    spans = edits.moved([(reference.start, reference.end) for reference in references], changes)
    assert spans == [(reference.start, reference.end) for reference in references_after], (
        f"{it.place}: spans"
    )


def test_every_rewriting_has_every_language() -> None:
    wanted = sorted(corpus.LANGUAGES)
    for case in corpus.cases("rewriting"):
        assert sorted(text.lang for text in case.texts) == wanted, case.title


@pytest.mark.parametrize(
    ("name", "legend", "type", "text", "short"),
    [
        ("Ysolde, Salt Warden", True, "", "", "Ysolde"),
        ("Ysolde, Salt Warden", False, "", "", ""),
        ("Unit Q: Gatherer", True, "", "", "Unit Q"),
        ("Odwin the Unsalted", True, "Legendary Creature — Giant", "", "Odwin"),
        ("Cisterns of Old Marrow", True, "Legendary Land", "", ""),
        ("The Bell of Marrow", True, "Legendary Creature — Giant", "", ""),
        ("The Bell, Unheard", True, "Legendary Creature — Giant", "", "The Bell"),
        ("Tamsin Reedmark", True, "", "", ""),
        ("Tamsin Reedmark", True, "", "Tamsin Reedmark has haste. Untap Tamsin.", "Tamsin"),
        ("Kin of Odd", True, "", "When Kin of Odd enters, Kin of Odd deals 1 damage to it.", ""),
        ("塩の番人、イゾルデ", True, "", "", "イゾルデ"),
        ("塩なきオドウィン", True, "", "", ""),
        ("Odwin the Unsalted", True, "伝説のクリーチャー — 巨人", "", "Odwin"),
        ("Odwin the Unsalted", True, "伝説の土地", "", ""),
    ],
)
def test_a_legend_is_called_by_its_short_name(
    name: str, legend: bool, type: str, text: str, short: str
) -> None:
    for lang in corpus.LANGUAGES:
        made = designation(name, languages.load(lang), legend=legend, type=type, text=text)
        if not (lang == corpus.REFERENCE_LANGUAGE and not name.isascii()):
            assert (made.full, made.short) == (name, short)


@pytest.mark.parametrize(
    ("name", "english", "lang", "full", "beside"),
    [
        ("沼の棍棒使い", "Fen Cudgeler", "ja", "沼の棍棒使い", "Fen Cudgeler"),
        ("沼の棍棒使い", "Fen Cudgeler", "en", "Fen Cudgeler", ""),
        ("沼の棍棒使い", "", "en", "沼の棍棒使い", ""),
        ("", "Fen Cudgeler", "ja", "Fen Cudgeler", ""),
        ("A-Fen Cudgeler", "", "en", "Fen Cudgeler", ""),
        ("Wade // Drown Twice", "", "en", "Wade", ""),
        ("", "", "en", "", ""),
    ],
)
def test_the_name_is_the_one_texts_of_the_language_use(
    name: str, english: str, lang: str, full: str, beside: str
) -> None:
    made = designation(name, languages.load(lang), legend=False, english=english)
    assert (made.full, made.english) == (full, beside)


@pytest.mark.parametrize(
    ("span", "moved"),
    [
        ((0, 2), (0, 2)),
        ((2, 4), (2, 7)),
        ((3, 5), (2, 8)),
        ((0, 9), (0, 13)),
        ((5, 6), (8, 9)),
        ((6, 6), (9, 10)),
        ((6, 8), (10, 12)),
        ((4, 6), (7, 9)),
    ],
)
def test_spans_go_with_the_text_around_them(span: tuple[int, int], moved: tuple[int, int]) -> None:
    changes = [Edit(2, 4, "23423"), Edit(6, 6, "x")]  # 01|23|45|678 becomes 01|23423|45|x|678
    assert edits.moved([span], changes) == [moved]


@pytest.mark.parametrize(
    ("lang", "name", "before", "after"),
    [
        ("de", "Reyla, die Lanze", "Reyla, die Lanze, kommt getappt ins Spiel.", "Xylvane kommt"),
        ("de", "Reyla, die Lanze", "Wenn Reyla, die Lanze, ins Spiel kommt, ziehe eine Karte.",
         "Wenn Xylvane ins Spiel kommt, ziehe"),
        ("de", "Reyla, die Lanze", "Enttappe Reyla, die Lanze, wenn sie angreift.",
         "Enttappe Xylvane, wenn"),
        ("pt", "Reyla, a Lança", "Reyla, a Lança, entra no campo de batalha virado.",
         "Xylvane entra"),
    ],
)  # fmt: skip
def test_the_comma_behind_an_apposition_goes_with_it(
    lang: str, name: str, before: str, after: str
) -> None:
    objects = [
        {"id": each, "card": {"lang": lang, "name": each, "text": text}}
        for each, text in ((name, before), ("Xylvane", ""))
    ]
    gained = [{"gain": {"object": "Xylvane", "from": name}}]
    (state,) = nanori.bind({"objects": objects, "events": gained})
    assert after in state["abilities"][0]["text"]
