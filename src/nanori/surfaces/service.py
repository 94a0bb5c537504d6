"""Answers requests of other programs, one per line or over HTTP."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cached_property
from typing import Any, BinaryIO, Literal, TypeVar

import msgspec
from msgspec import Struct, ValidationError

from nanori.annotation import pipeline
from nanori.formats import reader
from nanori.grammar import languages
from nanori.linting import diagnosing, gathering
from nanori.linting.options import Settings
from nanori.model import typed_values, visible
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.names.database import Database

# Bytes of a line at most.
LONGEST = 4 << 20

# The caller's id of a request, repeated in the answer.
Identifier = str | int | None

# What is wrong, for programs.
Code = Literal["not-json", "too-long", "bad-request", "unknown-method", "bad-params", "internal"]

Params = TypeVar("Params", bound=Struct)


class RequestError(Exception):
    """A request that cannot be answered; the answer is an error."""

    def __init__(self, code: Code, message: str, id: Identifier = None) -> None:
        """Keep what is wrong, for programs and in words, and which request it was, if known."""
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.id = id


class Request(Struct, frozen=True):
    """A request."""

    method: str
    id: Identifier = None
    params: dict[str, Any] = {}


class OfCards(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of `annotate`, and of `lint` for cards that know each other."""

    cards: list[dict[str, Any]]
    lang: str = ""
    """Language of cards that do not say theirs."""


class OfPair(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of `lint` for one card in two languages."""

    original: dict[str, Any]
    translation: dict[str, Any]


class OfQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of `find`."""

    query: str
    lang: str = ""
    """The only language to look in."""
    to_lang: str = ""
    """The language in which names are wanted, besides those that match."""
    limit: int = 10


_request = typed_values.decoder(Request)
_any = typed_values.decoder(dict[str, Any])


def read(line: bytes) -> Request:
    """Return the request of a line; RequestError if it is none, with its id if it has one."""
    if len(line) > LONGEST:
        raise RequestError("too-long", f"a line longer than {LONGEST >> 20} MiB")
    try:
        return _request.decode(line)
    except ValidationError as error:
        raise RequestError("bad-request", _plain(error), _id_of(line)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else _plain(error)
        raise RequestError("not-json", reason) from None


def params(request: Request, kind: type[Params]) -> Params:
    """Return the parameters of a request; RequestError if they do not fit the method."""
    try:
        return typed_values.from_plain(request.params, kind)
    except ValidationError as error:
        raise RequestError("bad-params", _plain(error), request.id) from None


def card_of(fields: dict[str, Any], id: Identifier) -> Card:
    """Return a card by its fields, perhaps without a name; RequestError if it is none."""
    try:
        return typed_values.from_plain({"name": "", **fields}, Card)
    except (ValidationError, NanoriError, TypeError) as error:
        raise RequestError("bad-params", _plain(error), id) from None


def _id_of(line: bytes) -> Identifier:
    """Return the id of a JSON object that is not a request."""
    try:
        id = _any.decode(line).get("id")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return id if isinstance(id, str | int) else None


def _plain(error: Exception) -> str:
    """Return what is wrong in this program's words, not a library's."""
    words = " ".join(str(error).replace("`", "").removeprefix("JSON is malformed: ").split())
    words = words.replace("Object missing required field", "no").replace("Expected", "wanted")
    return words.replace(" - at $.", " in ").replace("Object contains", "there is an")


# What the cards of a pair are called in findings.
PAIR = ("original", "translation")

# Names that are found for one query.
MOST_HITS = 100


class Service(ExitStack):
    """Answers requests, one after another; the files that it needs are opened on demand.

    `settings` are those of `nanori lint`, `database` is the path of a name database for `find`;
    without it, it is the user's own, else the small one that comes with nanori.
    """

    def __init__(self, settings: Settings | None = None, database: str | None = None) -> None:
        """Begin without any file open."""
        super().__init__()
        self._settings = settings or Settings()
        self._path = database
        self._methods: Mapping[str, Callable[[Request], dict[str, Any]]] = {
            "about": self._about,
            "annotate": self._annotate,
            "find": self._find,
            "lint": self._lint,
        }

    def answer(self, request: Request) -> dict[str, Any]:
        """Return the result of a request; RequestError if there is none."""
        method = self._methods.get(request.method)
        if method is None:
            known = ", ".join(self._methods)
            reason = f"no method “{request.method}”, there are {known}"
            raise RequestError("unknown-method", reason, request.id)
        try:
            return method(request)
        except NanoriError as error:
            raise RequestError("bad-params", str(error), request.id) from error

    def lint_pair(self, original: Card, translation: Card) -> list[dict[str, Any]]:
        """Return what is found in a card and its translation, each finding as in JSON.

        `path` says which of them it is about: `original` or `translation`.
        """
        both = [reader.with_language(card, "") for card in (original, translation)]
        return self._linted([both], [list(PAIR)])

    def _about(self, request: Request) -> dict[str, Any]:
        from nanori import __version__

        return {
            "name": "nanori",
            "version": __version__,
            "methods": list(self._methods),
            "languages": list(languages.codes()),
            "longest_line": LONGEST,
        }

    def _annotate(self, request: Request) -> dict[str, Any]:
        given = params(request, OfCards)
        annotated: list[dict[str, Any]] = []
        for fields in given.cards:
            card = reader.with_language(card_of(fields, request.id), given.lang)
            references = [reference.as_dict() for reference in pipeline.annotate(card)]
            annotated.append({"id": card.id, "lang": card.lang, "references": references})
        return {"cards": annotated}

    def _lint(self, request: Request) -> dict[str, Any]:
        if "cards" not in request.params:
            pair = params(request, OfPair)
            both = (card_of(each, request.id) for each in (pair.original, pair.translation))
            return {"findings": self.lint_pair(*both)}
        given = params(request, OfCards)
        cards = [card_of(fields, request.id) for fields in given.cards]
        groups = [[reader.with_language(card, given.lang)] for card in cards]
        paths = [[f"cards[{number}]"] for number in range(len(cards))]
        return {"findings": self._linted(groups, paths)}

    def _linted(self, groups: list[list[Card]], paths: list[list[str]]) -> list[dict[str, Any]]:
        with languages.translated_from(self._settings.original):
            found = diagnosing.lint_groups(groups, paths, self._settings, self._register)
            return [msgspec.to_builtins(finding) for finding in found]

    def _find(self, request: Request) -> dict[str, Any]:
        given = params(request, OfQuery)
        for lang in (given.lang, given.to_lang):
            if lang:
                languages.load(lang)
        names = self._names
        hits: list[dict[str, Any]] = []
        limit = max(1, min(given.limit, MOST_HITS))
        for hit in names.find(given.query, given.lang or None, limit):
            hits.append(msgspec.to_builtins(hit))
            if given.to_lang:
                entry = names.entry(hit.name_en)
                hits[-1]["names"] = [
                    form.name
                    for form in (entry.forms if entry else ())
                    if form.lang == given.to_lang and form.official
                ]
        return {"hits": hits}

    @cached_property
    def _register(self) -> Database | None:
        """The names that checks may ask for, if settings name any."""
        path = self._settings.names
        return self.enter_context(gathering.opened(path)) if path else None

    @cached_property
    def _names(self) -> Database:
        """The names that `find` asks."""
        return self.enter_context(Database.open(self._path))


def serve(service: Service, given: BinaryIO, out: BinaryIO) -> None:
    """Answer every line until the stream ends; blank lines have no answer."""
    for line in _lines(given):
        if line.strip():
            out.write(visible.json(answered(service, line)) + b"\n")
            out.flush()


def answered(service: Service, line: bytes) -> dict[str, Any]:
    """Return the answer to a line: its `id`, and `result` or `error`."""
    id: Identifier = None
    try:
        request = read(line)
        id = request.id
        return {"id": id, "result": service.answer(request)}
    except RequestError as error:
        return {"id": error.id, "error": {"code": error.code, "message": error.message}}
    except Exception as error:  # a bug of ours is no reason to leave the next one unanswered
        message = " ".join(f"{type(error).__name__}: {error}".split())
        return {"id": id, "error": {"code": "internal", "message": message}}


def _lines(given: BinaryIO) -> Iterator[bytes]:
    """Yield each line; of one that is too long only enough to tell so is held."""
    while line := given.readline(LONGEST + 2):
        rest = line
        while len(rest) == LONGEST + 2 and not rest.endswith(b"\n"):
            rest = given.readline(LONGEST + 2)
        yield line
