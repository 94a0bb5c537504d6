"""`nanori lint`: which files and checks, suppressions, pairs of languages, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from check_examples import FILE, Example, examples
from command import nanori
from lint_command import HERON, cards, findings, lint
from nanori.linting import checks

STORK: dict[str, object] = {**HERON, "id": "s", "name": "Elder Stork"}
CASES = {one.case.title: one for one in examples() if one.kind == FILE}


@pytest.mark.parametrize("title", CASES)
def test_files_of_the_corpus_are_linted_as_it_says(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[title].case
    files = [Example(case, text) for text in case.texts]
    names = [one.text.role for one in files]
    for name, one in zip(names, files, strict=True):
        (tmp_path / name).write_text(one.text.content + "\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    lines = lint(*names, "--format", "concise").out.splitlines()
    said = [line.rpartition(" [")[0] or line for line in lines]  # without the card
    assert said == case.settings.get("found", [])


def test_a_clean_file_is_0_findings_1_and_wrong_usage_2(tmp_path: Path) -> None:
    clean = cards(tmp_path / "clean.jsonl", {**HERON, "text": "Flying"})
    bad = cards(tmp_path / "bad.jsonl", HERON)
    assert lint(clean) == (0, "", "1 card in 1 file read, nothing found; profile: set\n")
    assert lint(bad).code == 1
    assert lint(bad, "--diff").code == 1
    assert lint(clean, "--diff") == (0, "", "")
    told = cards(
        tmp_path / "told.jsonl", {**HERON, "text": "When Elder Heron enters, Draw a card."}
    )
    only = ("--select", "capitals/rules")
    assert [one["severity"] for one in findings(told, *only)] == ["info"]
    assert lint(told, *only).code == 0


def test_without_a_path_it_is_the_folder_it_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert lint() == (2, "", ".: no file with cards or rules is in this folder\n")
    cards(tmp_path / "bad.jsonl", HERON)
    assert lint().out.startswith("Elder Heron, bad.jsonl:1:")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--select", "placeholder/leftovers"], "did you mean “placeholder/leftover”?"),
        (["--ignore", "nonsense"], "no check “nonsense”\n"),
        (["--format", "sarfi"], "unknown format “sarfi”, did you mean “sarif”?"),
        (["--lang", "xx"], "xx"),
        (["--from", "xx"], "unknown format “xx”"),
        (["--config", "none.toml"], "none.toml: no such file"),
        (["--baseline", "none.json"], "none.json: no such file"),
        (["--names", "none.sqlite"], "none.sqlite: no such file"),
        (["--frobnicate"], "no option “--frobnicate”\n"),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    code, out, err = lint(path, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_select_and_ignore_take_lists_divided_by_commas(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", {**HERON, "text": "Sacrifice ~ (now."})
    both = ["placeholder/leftover", "brackets/unbalanced"]
    assert [one["rule"] for one in findings(path, "--select", ",".join(both))] == both
    assert [one["rule"] for one in findings(path, "--ignore", both[0])] == both[1:]
    assert findings(path, "--ignore", ", ".join(both)) == []
    assert findings(path, "--select", "all", "--ignore", "all") == []


def test_a_broken_file_among_many_is_said_and_the_others_are_linted(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"name": "A", "text": "B"}\n{"name":\n', "utf-8")
    (tmp_path / "b.jsonl").write_bytes(b'{"name": "\xff", "text": ""}\n')
    good = cards(tmp_path / "c.jsonl", {**HERON, "text": "Flying"})
    code, out, err = lint(tmp_path / "a.jsonl", tmp_path / "b.jsonl", good)
    assert (code, out) == (1, "")
    assert f"{tmp_path}/a.jsonl:2" in err
    assert f"{tmp_path}/b.jsonl:1" in err
    assert "Traceback" not in err


def test_nothing_that_can_be_read_is_2(tmp_path: Path) -> None:
    code, out, err = lint(tmp_path / "none")
    assert (code, out, err) == (2, "", f"{tmp_path}/none: no such file or directory\n")
    good = cards(tmp_path / "c.jsonl", HERON)
    assert lint(good, tmp_path / "none") == (2, "", f"{tmp_path}/none: no such file or directory\n")
    assert lint(tmp_path / "none", "--diff").code == 2
    assert lint(tmp_path / "none", "--fix").code == 2


def test_a_folder_is_walked_for_cards_and_rules(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    cards(tmp_path / "b" / "cards.jsonl", HERON)
    cards(tmp_path / ".hidden.jsonl", HERON)
    (tmp_path / ".git").mkdir()
    cards(tmp_path / ".git" / "cards.jsonl", HERON)
    (tmp_path / "package.json").write_text('{"name": "x", "version": "1"}', "utf-8")
    (tmp_path / "README.md").write_text("# A set\n\nElder Heron is in it.\n", "utf-8")
    (tmp_path / "heron.txt").write_text(
        "Name:Elder Heron\nTypes:Creature Bird\nOracle:Elder Herno has flying.\n", "utf-8"
    )
    paths = [Path(one["path"]).relative_to(tmp_path).as_posix() for one in findings(tmp_path)]
    assert sorted(set(paths)) == ["b/cards.jsonl", "heron.txt"]
    (tmp_path / "empty").mkdir()
    assert "no file with cards or rules" in lint(tmp_path / "empty").err


def test_a_set_that_is_a_folder_is_linted_with_the_other_files_in_it(tmp_path: Path) -> None:
    head = "mse version: 2.0.2\ngame: magic\n"
    (tmp_path / "set").write_text(head + "include file: card heron\n", "utf-8")
    words = "Elder Heron taps Elder Herno."
    card = f"mse version: 2.0.2\ncard:\n\tname: Elder Heron\n\trule text: {words}\n"
    (tmp_path / "card heron").write_text(card, "utf-8")
    cards(tmp_path / "cards.jsonl", STORK)
    paths = [Path(one["path"]).relative_to(tmp_path).as_posix() for one in findings(tmp_path)]
    assert paths == ["card heron", "cards.jsonl"]
    assert lint(tmp_path, "--fix").code == 0
    assert (tmp_path / "card heron").read_text("utf-8") == card.replace("Herno", "Heron")


def test_a_file_named_twice_is_linted_once(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON)
    assert len(findings(tmp_path, path, tmp_path / "." / "cards.jsonl")) == 1


def test_standard_input_is_linted_and_fixed() -> None:
    script = b"Name:Elder Heron\nTypes:Creature Bird\nOracle:Elder Herno is Elder Heron.\n"
    done = lint("-", "--format", "concise", stdin=script)
    assert done.code == 1
    assert done.out.startswith("<stdin>:3:8: own-name/misspelled")
    done = lint("-", "--fix", stdin=script)
    assert (done.code, done.out) == (0, script.decode().replace("Herno", "Heron"))
    assert "--- <stdin>\n+++ <stdin>\n" in lint("-", "--diff", stdin=script).out


SUPPRESSED = {
    "cards.jsonl": '{"name": "Elder Heron", "text": "Sacrifice ~.", "_noqa": NOQA}\n',
    "scryfall.json": '{"object": "card", "name": "Elder Heron", "oracle_text": "Sacrifice ~.",'
    ' "_noqa": NOQA}\n',
    "mtgjson.json": '{"meta": {}, "data": {"cards": [{"name": "Elder Heron", "text": '
    '"Sacrifice ~.", "_noqa": NOQA}]}}\n',
    "cockatrice.xml": '<cockatrice_carddatabase version="4"><cards><card><!-- noqa: NAME -->'
    "<name>Elder Heron</name><text>Sacrifice ~.</text></card></cards></cockatrice_carddatabase>",
    "cards.csv": "name,text,noqa\nElder Heron,Sacrifice ~.,NAME\n",
    "forge.txt": "# noqa: NAME\nName:Elder Heron\nTypes:Creature\nOracle:Sacrifice Elder Herno.\n",
    "set": "mse version: 2.0.2\ngame: magic\ncard:\n\tname: Elder Heron\n\tnotes: !noqa NAME\n"
    "\trule text: Sacrifice Elder Herno.\n",
    "chat.txt": "Elder Heron {1}{W}\nCreature — Bird\nSacrifice ~.\n1/1\n// noqa: NAME\n",
    "talk.txt": "# noqa: NAME\nElder Heron {1}{W}\nCreature — Bird\nSacrifice ~.\n1/1\n",
    "labels.txt": "Name: Elder Heron\nType: Creature\nText: Sacrifice ~. # noqa: NAME\n",
}


@pytest.mark.parametrize("name", SUPPRESSED)
def test_a_remark_of_the_host_format_turns_a_check_off(name: str, tmp_path: Path) -> None:
    content = SUPPRESSED[name]
    check = "own-name/misspelled" if "Herno" in content else "placeholder/leftover"
    path = tmp_path / name
    for word, expected in ((check, []), ("card-name/duplicate", [check, "unused-suppression"])):
        path.write_text(content.replace("NOQA", f'["{word}"]').replace("NAME", word), "utf-8")
        assert sorted(one["rule"] for one in findings(path)) == expected, word
    every = content.replace("NOQA", '"*"').replace(": NAME", "").replace(" NAME", "")
    path.write_text(every.replace("NAME", "*"), "utf-8")
    assert findings(path) == []


def test_a_remark_for_a_check_that_is_not_run_is_not_called_unused(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", {**HERON, "text": "Flying", "_noqa": "self-noun/type"})
    assert [one["rule"] for one in findings(path)] == ["unused-suppression"]
    assert findings(path, "--select", "unused-suppression,placeholder/leftover") == []
    assert findings(path, "--ignore", "unused-suppression") == []


def test_a_translation_is_compared_with_its_original_in_another_file(tmp_path: Path) -> None:
    cards(tmp_path / "en.jsonl", {"name": "Elder Heron", "lang": "en", "text": "It costs {3}."})
    japanese = {"name": "年経た鷺", "name_en": "Elder Heron", "lang": "ja"}
    cards(tmp_path / "ja.jsonl", {**japanese, "text": "これは{2}かかる。"})
    both = [tmp_path / "ja.jsonl", tmp_path / "en.jsonl"]
    assert [one["rule"] for one in findings(*both)] == ["numbers/different"]
    assert findings(both[0]) == []
    other = {"name": "Elder Heron", "lang": "en", "text": "It costs {4}."}
    cards(tmp_path / "more.jsonl", other)
    assert [one for one in findings(*both, tmp_path / "more.jsonl") if one["lang"] == "ja"] == []


def test_two_languages_of_one_element_are_compared(tmp_path: Path) -> None:
    row = "name,text,name (ja),text (ja)\nElder Heron,It costs {3}.,年経た鷺,これは{2}かかる。\n"
    path = tmp_path / "cards.csv"
    path.write_text(row, "utf-8")
    (one,) = findings(path)
    assert (one["rule"], one["lang"]) == ("numbers/different", "ja")


def test_a_rules_document_is_known_by_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    rules = "201. Name\n\n201.1 A name.\n\n201.2 See rule 201.9.\n\n201.3 See rule 201.1.\n"
    path.write_text(rules, "utf-8")
    (one,) = findings(path)
    assert (one["rule"], one["line"], one["column"]) == ("rule-numbers/dangling", 5, 16)
    assert lint(path, "--fix").code == 1
    assert path.read_text("utf-8") == rules


def test_places_are_lines_and_columns_of_the_file_inside_an_archive(tmp_path: Path) -> None:
    content = (
        "mse version: 2.0.2\ngame: magic\ncard:\n\tname: Elder Heron\n\trule text:\n\t\tFlying\n"
    )
    path = tmp_path / "cards.mse-set"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("set", content + "\t\tTap Elder Herno, Elder Heron.\n")
    (one,) = findings(path)
    assert (one["path"], one["line"], one["column"]) == (f"{path}/set", 7, 7)
    assert lint(path, "--fix").code == 0
    with zipfile.ZipFile(path) as archive:
        assert archive.read("set").decode() == content + "\t\tTap Elder Heron, Elder Heron.\n"


def test_known_findings_are_not_reported_again(tmp_path: Path) -> None:
    path, known = tmp_path / "cards.jsonl", tmp_path / "known.json"
    cards(path, HERON)
    lint(path, "-o", known)
    assert lint(path, "--baseline", known).out == ""
    cards(path, {"name": "Plain Heron", "text": "Flying"}, STORK, HERON)
    (one,) = findings(path, "--baseline", known)
    assert one["card"] == "s"
    assert "is an input" in lint(path, "--baseline", known, "-o", known).err
    known.write_text(lint(path, "--format", "jsonl").out, "utf-8")
    assert lint(path, "--baseline", known).out == ""
    for content in ('{"nanori_baseline": 9, "findings": []}', "[1]", "no JSON", '[{"check": "a"}]'):
        known.write_text(content, "utf-8")
        assert (lint(path, "--baseline", known).code, lint(path).code) == (2, 1)


def test_statistics_count_findings_by_check(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON, {**STORK, "text": "~ (now."})
    code, out, _ = lint(path, "--format", "statistics")
    assert (code, out) == (1, "2  [*] placeholder/leftover\n1  [*] brackets/unbalanced\n")


def test_names_of_a_file_are_known(tmp_path: Path) -> None:
    text = "Return target card named Lantern of the Deep to its owner's hand."
    path = cards(tmp_path / "cards.jsonl", {**HERON, "text": text})
    names = tmp_path / "names.txt"
    names.write_text("Reed Nest\n", "utf-8")
    assert [one["rule"] for one in findings(path, "--names", names)] == ["named-card/unknown"]
    names.write_text("Reed Nest\nLantern of the Deep\n火の鳥\n", "utf-8")
    assert findings(path, "--names", names) == []


def test_a_check_is_explained() -> None:
    code, out, _ = nanori("explain", "placeholder/leftover")
    assert code == 0
    assert out.startswith("placeholder\n\nPlaceholders ")
    assert "\nplaceholder/leftover (error; looks at texts)\nFinds " in out
    assert all(f"\n{name} " in f"\n{nanori('explain').out}" for name in checks.listed())
    assert nanori("explain", "placeholder/leftoverr").code == 2
    assert "did you mean “placeholder/leftover”?" in nanori("explain", "placeholder/leftoverr").err


def test_the_page_of_all_checks_has_each() -> None:
    page = nanori("explain", "--all").out
    assert all(f"## {name}\n" in page for name in checks.listed())


def test_a_command_loads_no_check_but_lint() -> None:
    code = (
        "import sys; from nanori.surfaces.cli.app import run; run(['formats']); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert "nanori.formats.in_json.cards" in done.stdout
    assert "nanori.linting" not in done.stdout
    assert "nanori.annotation.pipeline" not in done.stdout


def test_texts_of_one_element_or_of_two_files_are_no_duplicates(tmp_path: Path) -> None:
    script = "Name:Elder Heron\nTypes:Creature Bird\nK:Flying\nS:Mode$ CantBlock | Description$ "
    script += "CARDNAME can't block.\nOracle:Flying\\nElder Heron can't block.\n"
    (tmp_path / "heron.txt").write_text(script, "utf-8")
    card: dict[str, object] = {"name": "Elder Heron", "type": "Creature — Bird"}
    cards(tmp_path / "cards.jsonl", {**card, "text": "Vigilance"}, {**card, "text": "Vigilance"})
    assert findings(tmp_path) == []
    cards(tmp_path / "cards.jsonl", {**card, "text": "Vigilance"}, {**card, "text": "Reach"})
    assert [one["rule"] for one in findings(tmp_path)] == ["card-name/duplicate"] * 2


def test_an_output_of_another_suffix_is_an_error_that_says_which_there_are(tmp_path: Path) -> None:
    cards(tmp_path / "cards.jsonl", HERON)
    out = tmp_path / "found.csv"
    done = lint(str(tmp_path / "cards.jsonl"), "-o", str(out))
    assert (done.code, out.exists(), done.err.count("\n")) == (2, False, 1)
    assert ".json, " in done.err


@pytest.mark.parametrize("other", ["Mensch", "Mensch, Soldat"])
def test_a_subtype_is_called_as_prints_have_it(other: str, tmp_path: Path) -> None:
    card = {"id": 1, "name": "Kiln Warden", "type": "Creature — Human Cleric", "text": "Flying"}
    translated = {"lang": "de", "name": "Ofenwart", "name_en": "Kiln Warden", "text": "Fliegend"}
    cards(tmp_path / "a.jsonl", card, {**card, **translated, "type": f"Kreatur — {other}"})
    done = lint(str(tmp_path))
    assert "types/different" in done.out
    assert "“Kleriker”" in done.out


def test_what_is_not_read_is_not_taken_from_what_is(tmp_path: Path) -> None:
    path = tmp_path / "cards.po"
    units = [("ash.name", "Ash Wolf", "Aschenwolf"), ("ash.text", "Flying", "Fliegend")]
    units += [("a.text", "Reach", "Reichweite"), ("b.text", "Haste", "Eile")]
    texts = [f'msgctxt "{key}"\nmsgid "{en}"\nmsgstr "{de}"\n' for key, en, de in units]
    path.write_text("\n".join(['msgid ""\nmsgstr "Language: de\\n"\n', *texts]), "utf-8")
    assert "1 card in 1 file read, 2 not read, 1 compared" in lint(str(path)).err


def test_findings_of_a_file_that_say_the_same_are_told_once(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    card = {"lang": "en", "text": "Its converted mana cost is 1."}
    lines = [json.dumps({**card, "name": f"Ash Wolf {number}"}) for number in range(6)]
    path.write_text("\n".join(lines), "utf-8")
    done = lint(str(path))
    assert done.out.count("wording/converted-mana-cost") == 2
    assert "… 4 more like these in the file, --format concise tells each" in done.out
    assert "6 cards in 1 file read: 6 findings" in done.err
    assert lint(str(path), "--format", "concise").out.count("wording/converted-mana-cost") == 6
    assert len(lint(str(path), "--format", "jsonl").out.splitlines()) == 6


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")], ids=["alone", "jobs"])
def test_cards_without_a_single_text_are_said_to_be_so(
    tmp_path: Path, jobs: tuple[str, ...]
) -> None:
    path = tmp_path / "set.json"
    path.write_text('[{"name": "Tarn", "text": ""}, {"name": "Mere", "text": ""}]', "utf-8")
    ran = lint(path, *jobs)
    assert ran.code == 2
    assert "2 cards of the format cards, none with a rules text" in ran.err
    assert nanori("annotate", str(path)).code == 0  # one line a record, whatever it says


def test_what_was_read_is_said_where_nothing_is_found(tmp_path: Path) -> None:
    for name in ("one", "two"):
        card = {"name": "Ash Wolf", "lang": "en", "text": "Flying"}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(card), "utf-8")
    for _ in range(2):  # the second time from what is kept
        done = lint(str(tmp_path))
        assert (done.code, done.out) == (0, "")
        assert done.err == "2 cards in 2 files read, nothing found; profile: set\n"


@pytest.mark.parametrize("name", ["own-name", "own-name/misspelled"])
def test_a_check_and_its_rules_are_selected_ignored_and_suppressed(
    name: str, tmp_path: Path
) -> None:
    card = {**HERON, "text": "Untap Elder Heorn. It deals 1 damage to you."}
    path = cards(tmp_path / "cards.jsonl", card)
    rules = [one["rule"] for one in findings(path)]
    assert "own-name/misspelled" in rules
    assert [one["rule"] for one in findings(path, "--select", name)] == ["own-name/misspelled"]
    assert "own-name/misspelled" not in [one["rule"] for one in findings(path, "--ignore", name)]
    (tmp_path / "nanori.toml").write_text(f'[per-file-ignores]\n"*" = ["{name}"]\n', "utf-8")
    assert "own-name/misspelled" not in [one["rule"] for one in findings(path)]


def test_a_row_of_a_table_is_a_rule(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", {**HERON, "text": "When this dies, gain 3 life."})
    every = [one["rule"] for one in findings(path)]
    row = next(rule for rule in every if rule in checks.rows())
    assert [one["rule"] for one in findings(path, "--select", row)] == [row]
    assert [one["rule"] for one in findings(path, "--ignore", row)] == [
        rule for rule in every if rule != row
    ]
    assert "did you mean" in lint(path, "--select", f"{row}s").err
    known = tmp_path / "known.json"
    known.write_text(lint(path, "--format", "json").out.replace(row, f"{row}s"), "utf-8")
    refused = lint(path, "--baseline", known)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert f"did you mean “{row}”?" in refused.err


def test_one_rule_finds_alone_what_it_finds_among_all(tmp_path: Path) -> None:
    texts = ["When this creature enter, draw a card", "Destroy target creture. It's power is 2."]
    some = [{**HERON, "name": f"Heron {at}", "text": text} for at, text in enumerate(texts)]
    path = cards(tmp_path / "cards.jsonl", *some)
    every = [(one["rule"], one["start"]) for one in findings(path, "--select", "all")]
    assert len({rule for rule, _ in every}) > 2
    for check in {rule.partition("/")[0] for rule, _ in every}:
        alone = [(one["rule"], one["start"]) for one in findings(path, "--select", check)]
        assert alone == [each for each in every if each[0].startswith(f"{check}/")]
