"""What an editor may change in open texts: fixes, new names, new wordings, each as its edits."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types
from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    Diagnostic,
    Position,
    Range,
    TextEdit,
    WorkspaceEdit,
)

from nanori.formats import catalogue, patching
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Element
from nanori.grammar import languages
from nanori.linting import configuration, engine, fixing
from nanori.linting.engine import Inspection
from nanori.linting.fixing import Fixer
from nanori.linting.reports import Report
from nanori.linting.runs import ignore
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from nanori.rewriting.renaming import Survey, renamings
from nanori.rewriting.renaming.files import edits as renaming_edits
from nanori.rewriting.restyling import FOUNDATIONS, ORACLE, edit_plan
from nanori.surfaces.lsp import navigation, splitting
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.projects import Project, texts
from nanori.surfaces.lsp.readings import ReadElement

FIX_ALL = f"{CodeActionKind.SourceFixAll.value}.nanori"
FIX_ALL_UNSAFE = f"{CodeActionKind.Source.value}.fixAllUnsafe.nanori"
RESTYLE = CodeActionKind.RefactorRewrite.value
# Code points of old or new words that a title shows.
MAX_TITLE_WORDS_LENGTH = 60
# Lines of a file of settings, and more: an edit replaces all of them.
MAX_SETTINGS_LINES = 100_000


def offered(
    text: OpenText,
    project: Project,
    range_: Range,
    shown: Sequence[Diagnostic],
    only: Sequence[str],
) -> Iterator[CodeAction]:
    """Yield what an editor offers for a range; `only` are the kinds that it asks for, if any.

    The whole text is fixed only if that is asked for, or if something is to be fixed here.
    """
    fixes = list(quick_fixes(text, range_, shown))
    if _is_asked(CodeActionKind.QuickFix.value, only):
        yield from fixes
        for rule in dict.fromkeys(found.report.diagnostic.rule for found in _found(text, range_)):
            edit = fix_all(text, project, unsafe=True, rule=rule) if text.certain else None
            if edit and len(edit.changes[text.uri] if edit.changes else ()) > 1:
                title = f"Fix all of {rule} in this file"
                yield CodeAction(title=title, kind=CodeActionKind.QuickFix, edit=edit)
        if project.folder is not None:
            settings = configuration.file_for(str(project.folder), project.folder)
            yield from turned_off(text, range_, settings)
    if not text.certain:
        return
    if _is_asked(RESTYLE, only):
        cards = text.within(*text.lines.span(range_))
        own = project.settings.style
        for style in [own] if own else [FOUNDATIONS, ORACLE]:
            if edits := list(restyled(text, cards, project, style)):
                edit = WorkspaceEdit(changes={text.uri: edits})
                yield CodeAction(title=f"Restyle: {style}", kind=RESTYLE, edit=edit)
    if not fixes and not only:
        return
    for kind, unsafe, title in (
        (FIX_ALL, False, "Fix all that is safe in this file"),
        (FIX_ALL_UNSAFE, True, "Fix all in this file, also what is to be looked at"),
    ):
        if _is_asked(kind, only) and (edit := fix_all(text, project, unsafe=unsafe)):
            yield CodeAction(title=title, kind=kind, edit=edit)


def _is_asked(kind: str, only: Sequence[str]) -> bool:
    """Tell whether a kind of action is asked for, by itself or by its parent kind."""
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)


class _Found(NamedTuple):
    """A finding that a range touches."""

    report: Report
    start: int
    end: int
    """Its span in the text."""
    reading: ReadElement | None
    """The element that it is in; None in prose."""


def quick_fixes(
    text: OpenText, range_: Range, shown: Sequence[Diagnostic] = ()
) -> Iterator[CodeAction]:
    """Yield the fixes of each finding that a range touches, safe ones preferred."""
    for found in _found(text, range_):
        own = [
            each
            for each in shown
            if each.code == found.report.diagnostic.rule
            and text.lines.span(each.range) == (found.start, found.end)
        ]
        for edits, safe in _ways(text, found):
            yield CodeAction(
                title=_title(text, edits, found, safe=safe),
                kind=CodeActionKind.QuickFix,
                diagnostics=own or None,
                is_preferred=safe or None,
                edit=WorkspaceEdit(changes={text.uri: text_edits(text, 0, edits)}),
            )


def turned_off(text: OpenText, range_: Range, settings: Path) -> Iterator[CodeAction]:
    """Yield what turns the rule of each finding that a range touches off for its card."""
    every = (
        (card.name or card.name_en, found.report.diagnostic.rule)
        for found in _found(text, range_)
        if found.reading and found.report.text >= 0
        for card in [found.reading.texts[found.report.text].card]
    )
    for card, rule in dict.fromkeys(pair for pair in every if pair[0]):
        with suppress(NanoriError, OSError):  # settings that are written otherwise, or are none
            now = configuration.with_ignored(settings, card, rule)
            uri, whole = settings.as_uri(), Range(Position(0, 0), Position(MAX_SETTINGS_LINES, 0))
            created = types.CreateFile(
                uri=uri, options=types.CreateFileOptions(ignore_if_exists=True)
            )
            file = types.OptionalVersionedTextDocumentIdentifier(uri=uri)
            edit = types.TextDocumentEdit(file, [TextEdit(range=whole, new_text=now)])
            yield CodeAction(
                title=f"Turn {rule} off for {card}",
                kind=CodeActionKind.QuickFix,
                edit=WorkspaceEdit(document_changes=[created, edit]),
            )


def _found(text: OpenText, range_: Range) -> Iterator[_Found]:
    start, end = text.lines.span(range_)
    for reading in (None, *text.within(start, end)):
        begin = reading.start if reading else 0
        for report in reading.reports if reading else text.prose:
            first, last = (begin + offset for offset in report.span)
            if first <= end and last >= start:
                yield _Found(report, first, last, reading)


def _ways(text: OpenText, found: _Found) -> Iterator[tuple[Sequence[Edit], bool]]:
    """Yield the edits of the text that fix a finding, and whether they are safe."""
    report, reading = found.report, found.reading
    fix = report.diagnostic.fix
    if fix is None:
        return
    if reading is None:
        yield fix.edits, fix.safe
        return
    if (own := reading.texts[report.text].entry) is None:
        return
    ways = [(report.diagnostic.field, fix.edits, fix.safe)] if fix.edits else []
    if other := fix.instead:
        ways.append((other.field, other.edits, False))
    own = reading.entries[reading.entries.index(own)]
    for field, edits, safe in ways:
        changes = {field: edits}
        plan = EditPlan(lambda each, changes=changes: changes if each is own else {})
        with suppress(NanoriError):  # the file cannot hold the words
            yield moved(_element_edits(text, reading, plan), reading.start), safe


def fix_all(
    text: OpenText, project: Project, *, unsafe: bool, rule: str = ""
) -> WorkspaceEdit | None:
    """Return the edit that fixes all in a text, or all of a rule; None if nothing can be."""
    edits: list[TextEdit] = []

    def wants(report: Report) -> bool:
        return rule in ("", report.diagnostic.rule)

    fixer = Fixer(unsafe, wants=wants)
    for reading in text.elements:
        if not any(
            wants(report) and (fix := report.diagnostic.fix) and (unsafe or fix.safe)
            for report in reading.reports
        ):
            continue
        element, look = reading.element, _look(text, project, reading)
        fixes = fixing.fixed(element, look, text.kind.newline, fixer, ignore)
        edits += text_edits(text, reading.start, fixes.edits)
    return WorkspaceEdit(changes={text.uri: edits}) if edits else None


def _look(text: OpenText, project: Project, reading: ReadElement) -> fixing.Look:
    def look(element: Element) -> Inspection:
        batch = reading.batch(element)
        return next(engine.of_batch(batch, text.target, project.run, ignore))

    return look


def moved(edits: Iterable[Edit], by: int) -> list[Edit]:
    """Return edits of a part of a text as edits of the text, or the other way round."""
    return [Edit(edit.start + by, edit.end + by, edit.text) for edit in edits]


def text_edits(text: OpenText, start: int, edits: Sequence[Edit]) -> list[TextEdit]:
    """Return edits of an element that begins at a code point of the text."""
    return [
        TextEdit(text.lines.range(start + edit.start, start + edit.end), edit.text)
        for edit in edits
    ]


def _title(text: OpenText, edits: Sequence[Edit], found: _Found, *, safe: bool) -> str:
    doubt = "" if safe else " (to be looked at)"
    start, end = found.start, found.end
    if edits and all(start <= edit.start and edit.end <= end for edit in edits):
        old = text.text[start:end]
        new = apply(old, moved(edits, -start))
        if "\n" not in old + new and max(len(old), len(new)) <= MAX_TITLE_WORDS_LENGTH:
            if old and new:
                return f"“{old}” → “{new}”{doubt}"
            return f"Put in “{new}”{doubt}" if new else f"Take out “{old}”{doubt}"
    return f"Fix {found.report.diagnostic.rule}{doubt}"


def prepared(text: OpenText, offset: int) -> types.PrepareRenamePlaceholder | None:
    """Return the words that are about to be renamed, and the whole name; None if not a name."""
    name_place = navigation.at(text, offset)
    if name_place is None or not name_place.name:
        return None
    span = text.lines.range(name_place.start, name_place.end)
    return types.PrepareRenamePlaceholder(span, name_place.name)


async def planned(
    project: Project, encoding: types.PositionEncodingKind | str, old: str, new: str
) -> types.WorkspaceEdit:
    """Return the edit of all files that gives a card another name.

    NanoriError if the name cannot be changed because another card has it.
    """
    survey = Survey(renamings(old, new))
    # What has no card that can be read, such as a memory without keys, cannot be changed.
    every = [text async for text in texts(project, encoding, [old]) if text.elements]
    paths = {text.path for text in every}
    closed = [file for path, file in sorted(project.closed.items()) if path not in paths and file]
    for card in (card for file in closed for cards in file.cards for card in cards):
        survey.add(card)
    for text in every:
        for reading in text.elements:
            for entry in reading.entries:
                survey.add(entry.card)
    survey.check()
    edited = [(text, edits) for text in every if (edits := list(_edits(text, survey)))]
    if not edited:
        raise NanoriError(f"“{old}” stands nowhere where it can be changed")
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(
                    text.uri, text.version if text.path in project.texts else None
                ),
                list(edits),
            )
            for text, edits in edited
        ]
    )


def _edits(text: OpenText, survey: Survey) -> Iterator[types.TextEdit]:
    plan = renaming_edits(survey)
    with catalogue.card_file(splitting.content(text.path, text.text), text.kind.format) as file:
        for change in patching.edited_elements(file, plan, patching.ignored, ""):
            if not change.element.member:
                yield from text_edits(text, change.element.start, change.edits)


def restyled(
    text: OpenText, cards: Iterable[ReadElement], project: Project, style: str
) -> Iterator[types.TextEdit]:
    """Yield the edits that word cards in a style; one that cannot hold them stays as it is.

    NanoriError for an unknown style.
    """
    names = {code: project.run.index.others(languages.load(code)) for code in languages.codes()}
    edition = project.settings.edition if style == ORACLE else ""
    plans = {code: edit_plan(style, edition, known_names) for code, known_names in names.items()}
    for reading in cards:
        if reading.entries:
            plan = plans[reading.entries[0].card.lang]
            with suppress(NanoriError):
                edits = _element_edits(text, reading, plan)
                yield from text_edits(text, reading.start, edits)


def _element_edits(text: OpenText, reading: ReadElement, plan: EditPlan) -> Sequence[Edit]:
    module = catalogue.listed()[reading.format]
    return patching.element_edits(module, reading.element, reading.entries, plan, text.kind.newline)
