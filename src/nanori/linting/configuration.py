"""Settings: which checks look at which file and card, and how severe what they find is."""

import json
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, cast

import msgspec

from nanori.formats.entries import Entry
from nanori.formats.io import streams
from nanori.formats.suppressions import ALL as ALL_SUPPRESSED
from nanori.grammar import languages
from nanori.linting import checks, options, truth
from nanori.linting.check import ALL, TEMPLATING, Rule
from nanori.linting.context import Finding, ToldPlaces
from nanori.linting.options import Profile, Settings
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.rewriting import restyling


class Chosen:
    """Rules for a file or a card, sorted once by what they look at."""

    def __init__(
        self,
        rules: Iterable[Rule] = (),
        selected: frozenset[str] = frozenset(),
        ignored: frozenset[str] = frozenset(),
    ) -> None:
        """Keep the rules that words select, and do not ignore: rules, checks, groups, rows, or all.

        Those of their sorts are asked as well, to judge by them.
        """
        self._rules, self._selected, self._ignored = tuple(rules), selected, ignored
        own = [rule for rule in self._rules if self._has(rule.names)]
        self.names = frozenset(rule.name for rule in own)
        """Those of which all findings are wanted."""
        rows = selected.difference(*(rule.names for rule in checks.rules().values()))
        tables = {checks.rows()[row] for row in rows} - self.names
        self.every = (*own, *(rule for rule in self._rules if rule.name in tables))
        sorts = {rule.sort for rule in self.every if rule.sort}
        judges = (rule for rule in self._rules if rule.sort in sorts and rule not in self.every)
        self.texts = tuple((rule, rule.in_text) for rule in (*self.every, *judges) if rule.in_text)
        """Those of a text, each with its function."""
        self.pairs = tuple((rule, rule.in_pair) for rule in self.every if rule.in_pair)
        """Those of a translation compared with its original."""
        self.prose = tuple((rule, rule.in_prose) for rule in self.every if rule.in_prose)
        """Those of documents, each with its function."""

    def _has(self, names: frozenset[str]) -> bool:
        return self._ignored.isdisjoint(names) and not self._selected.isdisjoint(names)

    def without(self, ignored: frozenset[str]) -> "Chosen":
        """Return the chosen checks without those that other words ignore."""
        return Chosen(self._rules, self._selected, self._ignored | ignored)

    def best(self, findings: Sequence[tuple[Rule, Finding]]) -> list[tuple[Rule, Finding]]:
        """Return the findings of the chosen rules; of one sort only the strongest at a place."""
        stronger: dict[tuple[str, str], dict[str, ToldPlaces]] = {}
        weaker = set[int]()
        off = truth.doubtful()
        judged = [
            (at, rule, finding)
            for at, (rule, finding) in enumerate(findings)
            if rule.sort and (rule.of(finding) not in off or self.takes(rule, finding))
        ]
        for at, rule, finding in sorted(judged, key=lambda each: -each[1].strength):
            by_rule = stronger.setdefault((rule.sort, finding.field), {})
            span = finding.start - 1, finding.end + 1  # words that touch are told once, too
            if any(told.overlap(*span) for name, told in by_rule.items() if name != rule.name):
                weaker.add(at)
                continue
            told = by_rule.setdefault(rule.name, ToldPlaces())
            if not told.overlap(finding.start, finding.end):
                told.add(finding.start, finding.end)
        return [
            each
            for number, each in enumerate(findings)
            if number not in weaker and self.takes(*each)
        ]

    def takes(self, rule: Rule, finding: Finding) -> bool:
        """Tell whether a finding is of a rule that is chosen, or of a row that is."""
        return self._has(rule.names | {rule.of(finding)})


NONE = Chosen()


def without_rules(settings: Settings, rules: Mapping[str, tuple[str, ...]]) -> Settings:
    """Return settings with rules turned off for cards, too, by their names."""
    off = dict(settings.per_card_ignores)
    off |= {card: (*off.get(card, ()), *more) for card, more in rules.items()}
    return msgspec.structs.replace(settings, per_card_ignores=off)


class Selection:
    """The checks to run, and where some of them are not run."""

    def __init__(self, settings: Settings) -> None:
        """Choose the checks that those settings name; by default all except optional ones."""
        self._named = bool(settings.select)
        self._selected = _words(settings.select or (ALL,))
        doubtful = frozenset[str]() if self._named else truth.doubtful()
        self._ignored = _words(settings.ignore) | doubtful
        self._by_file = settings.per_file_ignores
        self._by_card = settings.per_card_ignores
        self.of_file = lru_cache(256)(self._of_file)

    @property
    def pairs(self) -> bool:
        """Whether one of them compares translations with their originals."""
        every = Chosen(checks.rules().values(), self._selected, self._ignored)
        return bool(every.pairs)

    def _of_file(self, path: str, profile: Profile = "set", other_game: bool = False) -> Chosen:
        """Return the rules for cards of that file with that profile.

        In a file of an `other_game` they are those that need not know its rules, if none is named.
        """
        worded = self._named or profile == "set"
        ruled = self._named or not other_game
        fitting = (
            rule
            for rule in checks.rules().values()
            if (worded or rule.group != TEMPLATING) and (ruled or not rule.of_this_game)
        )
        return Chosen(fitting, self._selected, self._ignored | _matched(self._by_file, path))

    def of_card(self, of_file: Chosen, card: Card) -> Chosen:
        """Return a file's checks without those that are ignored for a card, by its name or id."""
        if not self._by_card:
            return of_file
        names = (card.name, card.name_en, str(card.id))
        lists = [self._by_card[name] for name in names if name and name in self._by_card]
        if not lists:
            return of_file
        return of_file.without(_words(word for words in lists for word in words))


def _words(words: Iterable[str]) -> frozenset[str]:
    return frozenset(ALL if word.lower() == ALL else word for word in words)


def _matched(patterns: Mapping[str, Sequence[str]], path: str) -> frozenset[str]:
    """Return the checks of all patterns that match the path, or the file's name alone."""
    fitting = (names for pattern, names in patterns.items() if _fits(path, pattern))
    return _words(name for names in fitting for name in names)


def _fits(path: str, pattern: str) -> bool:
    """`sets/a.json` fits `*.json`, `sets/*.json` and `a.json`; so does it in any folder."""
    file = PurePath(path)
    return any(fnmatch(file.as_posix(), each) for each in (pattern, f"*/{pattern}"))


def includes(settings: Settings, path: str) -> bool:
    """Tell whether settings have a file that is found in a folder looked at."""
    return not settings.include or any(_fits(path, pattern) for pattern in settings.include)


class Remarks:
    """What the suppression comments of an element turn off."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Gather them; a comment applies to the whole element, with its faces and languages."""
        self._names = list(dict.fromkeys(name for entry in entries for name in entry.suppressed))
        self._used: set[str] = set()

    def hide(self, rule: str) -> bool:
        """Tell whether a finding of that rule is turned off, and note that it was."""
        for name in (rule, rule.partition("/")[0], ALL_SUPPRESSED):
            if name in self._names:
                self._used.add(name)
                return True
        return False

    def unused(self, run: Collection[str]) -> Iterator[Finding]:
        """Yield a finding for each name that turned nothing off: a wrong one, or one that `run`."""
        names_run = {*run, *(rule.partition("/")[0] for rule in run)}
        if checks.rules().keys() <= {*run}:
            names_run.add(ALL_SUPPRESSED)
        for name in self._names:
            if name in self._used:
                continue
            if name in names_run or checks.rows().get(name) in names_run:
                what = "every check" if name == ALL_SUPPRESSED else f"“{name}”"
                yield Finding(0, 0, f"{what} is turned off here, but has nothing to say")
            elif name != ALL_SUPPRESSED and (message := unknown(name)):
                yield Finding(0, 0, message)


# A file of its own, which is preferred in a folder.
OWN_FILE = "nanori.toml"
# The file that it shares with other tools.
SHARED_FILE = "pyproject.toml"

# Characters of a file pattern: compiling it takes quadratic time.
MAX_LENGTH_OF_PATTERN = 1000

# Likeness, of 100, from which a wrong word is taken for a typo of the right one.
MIN_LIKENESS_OF_TYPO = 60


def settings_for(path: str | None, inputs: Iterable[str] = ()) -> Settings:
    """Return the settings in that file, else in the nearest one above the first input.

    Without any, all settings have their defaults. NanoriError for a file that cannot be read, or an
    unknown setting or check, with a suggestion.
    """
    settings_path = Path(path) if path is not None else file_above(next(iter(inputs), "."))
    return read(settings_path) if settings_path else Settings()


def file_above(first: str) -> Path | None:
    """Return the nearest settings file in the folder of a path or above it."""
    try:
        here = Path(first).resolve() if first != "-" else Path.cwd()
    except (OSError, RuntimeError):  # a link that leads to itself
        return None
    return next((path for folder in (here, *here.parents) if (path := _in(folder))), None)


def file_for(first: str, folder: Path = Path()) -> Path:
    """Return the nearest settings file above a path, or where in a folder one would be written."""
    return file_above(first) or folder / OWN_FILE


def _in(folder: Path) -> Path | None:
    """Return the settings file in a folder; NanoriError if it is no plain file."""
    for path in (folder / OWN_FILE, folder / SHARED_FILE):
        if path.exists() and not path.is_dir():
            streams.check_plain(path)
            if path.name == OWN_FILE or _table(path) is not None:
                return path
    return None


def settings_in(folder: Path) -> Settings:
    """Return the settings in that very folder, else the defaults; errors as for `read`."""
    path = _in(folder)
    return read(path) if path else Settings()


def read(path: Path) -> Settings:
    """Return the settings in a file; paths in it are relative to its folder."""
    table = _table(path)
    if table is None:
        raise NanoriError("no table [tool.nanori]", path=str(path))
    try:
        settings = of_table(table)
    except NanoriError as error:
        raise NanoriError(error.message, path=str(path)) from None
    if settings.names:
        names = _inside(path, settings.names)
        if Path(names).exists() and not Path(names).is_dir():
            streams.check_plain(Path(names))
        settings = msgspec.structs.replace(settings, names=names)
    if settings.terms:
        terms = _inside(path, settings.terms, "terms")
        settings = msgspec.structs.replace(settings, terms=terms)
        options.read_terms(terms)
    return settings


def with_ignored(path: Path, card: str, rule: str) -> str:
    """Return a settings file, there or not, as it is with a rule turned off for a card, too.

    NanoriError if the card has its rules in a way that is not written by this function.
    """
    content = streams.small(path).decode("utf-8-sig") if path.exists() else ""
    table = (_table(path) if path.exists() else None) or {}
    rules = [*table.get("per-card-ignores", {}).get(card, ())]
    name = json.dumps(card, ensure_ascii=False)
    row = f"{name} = {json.dumps([*rules, *({rule} - {*rules})])}\n"
    head = "[per-card-ignores]\n" if path.name == OWN_FILE else "[tool.nanori.per-card-ignores]\n"
    lines = content.splitlines(keepends=True)
    written = [line for line in lines if line.startswith(f"{name} = [")]
    if written:
        text = content.replace(written[0], row)
    elif head in lines:
        text = content.replace(head, head + row)
    else:
        text = f"{content.rstrip()}\n\n{head}{row}".lstrip()
    try:
        tomllib.loads(text)
    except ValueError as error:
        reason = f"“{rule}” is to be added for “{card}” by hand: {error}"
        raise NanoriError(reason, path=str(path)) from None
    return text


def _inside(settings_path: Path, name: str, setting: str = "names") -> str:
    """Return the path of a file that settings name; NanoriError if it is outside their folder.

    Settings come with a project, and someone who checks it need not trust it.
    """
    path = settings_path.parent / name
    try:
        inside = path.resolve().is_relative_to(settings_path.parent.resolve())
    except (OSError, RuntimeError, ValueError):
        inside = False
    if not inside:
        reason = "is not in the folder of the settings"
        if setting == "names":
            reason = f"{reason}; a file elsewhere is named by --names"
        raise NanoriError(f"{setting}: “{name}” {reason}", path=str(settings_path))
    return str(path)


def of_table(table: Mapping[str, Any]) -> Settings:
    """Return the settings in a table from a file; NanoriError, without path, as for `read`."""
    settings_known = [field.encode_name for field in msgspec.structs.fields(Settings)]
    for word in map(str, table):
        if word not in settings_known:
            raise NanoriError(f"no setting “{word}”{nearest(word, settings_known)}")
    try:
        settings = typed_values.from_plain(dict(table), Settings)
    except msgspec.ValidationError as error:
        raise NanoriError(_said(error)) from None
    proven(settings)
    return settings


_UNFIT = re.compile(r"Expected (?P<expected>\w+), got (?P<there>\w+) - at \$\.?(?P<place>.*)")
_TYPES = {"array": "a list", "object": "a table", "str": "text", "int": "a number"}


def _said(error: msgspec.ValidationError) -> str:
    """Return what is wrong with a setting in the style of the other messages."""
    reason = str(error).replace("`", "")
    if (unfit := _UNFIT.fullmatch(reason)) is None:
        return reason.lower()
    found, wanted = (_TYPES.get(unfit[group], unfit[group]) for group in ("there", "expected"))
    setting = unfit["place"].replace("[...]", "")
    return f"{setting}: {found} is there, {wanted} was wanted"


def _table(path: Path) -> Mapping[str, Any] | None:
    """Return the settings as written; None if a shared file has none."""
    content = streams.small(path)
    try:
        table = tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # also an integer of more digits than Python's
        reason = str(error).lower().partition("; use sys.")[0]
        raise NanoriError(f"not TOML: {reason}", path=str(path)) from error
    if path.name == OWN_FILE:
        return table
    tool = cast("dict[str, Any]", table.get("tool", {}))
    own = tool.get("nanori") if isinstance(tool, dict) else None  # type: ignore[redundant-expr]
    if own is not None and not isinstance(own, dict):
        raise NanoriError("tool.nanori: a table was wanted", path=str(path))
    if path.name == SHARED_FILE or own is not None:
        return cast("dict[str, Any] | None", own)
    return table


def with_options(
    settings: Settings, select: str | None, ignore: str | None, names: str | None
) -> Settings:
    """Return the settings overridden by the command line's; NanoriError as for `read`."""
    if select is not None:
        settings = msgspec.structs.replace(settings, select=_listed(select))
    if ignore is not None:
        settings = msgspec.structs.replace(settings, ignore=_listed(ignore))
    if names is not None:
        settings = msgspec.structs.replace(settings, names=names)
    proven(settings)
    return settings


def _listed(words: str) -> tuple[str, ...]:
    return tuple(word for word in re.split(r"[\s,]+", words) if word)


def proven(settings: Settings) -> None:
    """Raise NanoriError for an unknown check, language or style, or a long pattern."""
    groups = {rule.group for rule in checks.rules().values() if rule.group}
    lists = [settings.select, settings.ignore]
    lists += [*settings.per_file_ignores.values(), *settings.per_card_ignores.values()]
    words = _words(word for names in lists for word in names)
    for word in sorted(words - {ALL, *groups}):
        prove_check(word)
    patterns = [("per-file-ignores", each) for each in settings.per_file_ignores]
    for setting, pattern in [*patterns, *(("include", each) for each in settings.include)]:
        if len(pattern) > MAX_LENGTH_OF_PATTERN:
            reason = f"{len(pattern):,} characters, at most {MAX_LENGTH_OF_PATTERN:,}"
            raise NanoriError(f"{setting}: {reason}")
    for code in (*settings.languages, *filter(None, (settings.original,))):
        languages.load(code)
    restyling.check(settings.style or restyling.ORACLE, settings.edition)


def prove_check(word: str) -> None:
    """Raise NanoriError for an unknown check or rule, with a suggestion."""
    if message := unknown(word):
        raise NanoriError(message)


def unknown(word: str) -> str:
    """Return what is said of a word that is no check, rule or row; "" of one that is."""
    names = {**checks.listed(), **checks.rules()}
    if word in names or word in checks.rows():
        return ""
    return f"no check “{word}”{nearest(word, {**names, **checks.rows()})}"


def nearest(word: str, words: Iterable[str]) -> str:
    """Return “, did you mean …?” if one of the known words is similar, else ""."""
    from rapidfuzz import fuzz, process

    def letters(each: str) -> str:
        return each.lstrip("-")  # which all options have in common

    best = process.extractOne(
        word, list(words), scorer=fuzz.ratio, processor=letters, score_cutoff=MIN_LIKENESS_OF_TYPO
    )
    return f", did you mean “{best[0]}”?" if best else ""
