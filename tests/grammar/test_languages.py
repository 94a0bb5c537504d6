"""The language that a text is written in, where nothing says it."""

import importlib.util
import tomllib

import pytest

from nanori.grammar import language_detection, languages
from project import ROOT


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Sacrifice this creature: Draw a card.", "en"),
        ("Sacrifice this creature: Draw a card. 灯", "en"),
        ("Search your library for a card named 灯の壺 and reveal it.", "en"),
        ("このクリーチャーを生け贄に捧げる：カード１枚を引く。", "ja"),
        ("「Ember Pot」という名前のカード１枚を探す。", "ja"),
        ("灯", "ja"),
        ("{T}", "en"),
        ("", "en"),
        ("Sacrifiez cette créature : Piochez une carte.", "fr"),
        ("Sacrifica esta criatura: Roba una carta.", "es"),
        ("Sacrifica questa creatura: Pesca una carta.", "it"),
        ("Sacrifique esta criatura: Compre um card.", "pt"),
        ("牺牲此生物：抓一张牌。", "zhs"),
        ("犧牲此生物：抽一張牌。", "zht"),
        # Texts of other games, most of whose words are in no list.
        ("[reaction] Nachdem du eine Fackel von einer Laterne verloren hast: Lies den Satz.", "de"),
        ("Agota el Farol: <b>Rebuscar.</b> Si este intento usa [will] en lugar de [wit].", "es"),
        (
            "[star] <b>Réponse</b> : après que la Veilleuse a sonné contre vous, perdez un cran.",
            "fr",
        ),
        ("Affatica la Lanterna: <b>Fruga.</b> Se usi [will] al posto di [wit], la scopri.", "it"),
        ("Apague o Farol: <b>Procure.</b> Se você usar [will] no lugar de [wit], ganhe uma.", "pt"),
        # A foreign name alone does not tell.
        ("Nightshift\nLa Reina de Ost", "en"),
        ("Flying\nDie Wacht von der Mole", "en"),
    ],
)
def test_a_text_is_in_the_language_that_a_good_share_of_its_letters_is_of(
    text: str, code: str
) -> None:
    assert language_detection.of_text(text) == code


def test_traditional_characters_are_made_of_simplified_ones() -> None:
    """No file is written twice: `python grammar/make_traditional.py` makes these again."""
    made = importlib.util.spec_from_file_location("made", ROOT / "grammar/make_traditional.py")
    assert made is not None
    assert made.loader is not None
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    for path in sorted((ROOT / "grammar/orders").glob("*.table.toml")):
        code = path.name.partition(".")[0]
        table = tomllib.loads(path.read_text("utf-8"))
        grammar = (ROOT / f"grammar/{table['head']['of']}.lark").read_text("utf-8")
        assert module.converted(grammar, table) == (ROOT / f"grammar/{code}.lark").read_text(
            "utf-8"
        )


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("French", "fr"),
        ("fr_FR", "fr"),
        ("es-MX", "es"),
        ("pt-br", "pt"),
        ("Portuguese (Brazil)", "pt"),
        ("Chinese Simplified", "zhs"),
        ("zh-Hans", "zhs"),
        ("zh-TW", "zht"),
        ("zh", "zhs"),
        ("JA", "ja"),
        ("tlh", ""),
    ],
)
def test_a_language_is_known_by_what_files_call_it(word: str, code: str) -> None:
    assert languages.called(word) == code
    if code:
        assert languages.load(word).code == code


def test_a_type_line_tells_the_language_of_a_short_text() -> None:
    assert language_detection.of_text("Vigilance", "Créature : géant") == "fr"
    assert language_detection.of_text("Vigilance", "Creature — Giant") == "en"


@pytest.mark.parametrize(
    ("text", "none"),
    [
        ("Gdy badacz wejdzie na ciche schody, musi przetestować wolę albo straci akcję.", True),
        ("Sacrifice this creature: Draw a card, then put a lamp on the shelf of Orsk.", False),
        ("<img src=x onerror=document.title='x' class=y alt=z></p>\nUntap this creture.", False),
        ("Flieht der Salzwächter, so zieht er zwei Karten und legt eine davon ab.", False),
        ("Grr hrr brr krr drr.", False),
        ("カード１枚を引く。", False),
    ],
)
def test_a_text_may_be_in_none_of_the_languages(text: str, none: bool) -> None:
    assert language_detection.is_of_none(text) == none
