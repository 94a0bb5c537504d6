"""Answers requests of other programs, one per line: the public functions, called by JSON.

A method is a public function that can be called without a file; its parameters are those that JSON
can say. No request names a file that is opened.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cached_property
from types import FunctionType, NoneType, UnionType
from typing import Any, BinaryIO, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

from msgspec import DecodeError, Struct
from msgspec.inspect import CustomType, type_info

import nanori
from nanori.linting.options import Settings
from nanori.model import typed_values, visible
from nanori.model.errors import NanoriError

# Bytes of a line at most.
MAX_BYTES = 4 << 20

PUBLIC = {name: getattr(nanori, name) for name in nanori.__all__}
LOOKUPS = {name: getattr(nanori.Names, name) for name in ("choose", "find", "show")}


class Request(Struct, frozen=True):
    """A request; its answer has its id."""

    method: str
    id: str | int | None = None
    params: dict[str, Any] = {}


class Method(NamedTuple):
    """A function that answers requests."""

    function: Callable[..., object]
    types: dict[str, Any]
    """Of the parameters that JSON can say."""
    required: list[str]


class Service(ExitStack):
    """Answers requests, one after another.

    `settings` are those of `nanori lint`, `database` is the path of a name database; without it, it
    is the user's own, else the small one that comes with nanori.
    """

    def __init__(self, settings: Settings | None = None, database: str | None = None) -> None:
        super().__init__()
        self._database = database
        own = {"lint": {"config": settings or Settings()}, "bind": {"names": database}}
        self._own: dict[str, dict[str, Any]] = own
        functions = {name: each for name, each in PUBLIC.items() if isinstance(each, FunctionType)}
        self.methods = {"about": Method(self._about, {}, [])}
        for name, each in (functions | LOOKUPS).items():
            method = _method(each, own.get(name, {}))
            if method.types.keys() >= {*method.required}:
                self.methods[name] = method

    @cached_property
    def _names(self) -> nanori.Names:
        return self.enter_context(nanori.Names.open(self._database))

    def _about(self) -> dict[str, object]:
        methods = {name: list(method.types) for name, method in self.methods.items()}
        return {"version": nanori.__version__, "methods": methods}

    def answer(self, request: Request) -> object:
        """Return the result of a request to a method that there is; NanoriError for bad params."""
        params = request.params
        function, types, required = self.methods[request.method]
        if unfit := [*({*required} - {*params}), *({*params} - {*types})]:
            raise NanoriError(f"“{unfit[0]}”: the parameters are {', '.join(types) or 'none'}")
        first = (self._names,) if request.method in LOOKUPS else ()
        arguments = dict(self._own.get(request.method, {}))
        for name, value in params.items():  # the only type of its own is that of known names
            arguments[name] = typed_values.from_plain(
                value, types[name], lambda kind, value: kind(value)
            )
        result = function(*first, **arguments)
        return list(cast("Iterator[object]", result)) if inspect.isgenerator(result) else result


def _method(function: Callable[..., object], own: Iterable[str]) -> Method:
    hints = get_type_hints(function, localns=PUBLIC)
    signature = inspect.signature(function).parameters
    types = {name: _json_type(hints[name]) for name in signature if name not in ("self", *own)}
    return Method(
        function,
        {name: kind for name, kind in types.items() if kind is not None},
        [name for name in types if signature[name].default is signature[name].empty],
    )


def _json_type(hint: Any) -> Any:  # noqa: ANN401 — an annotation
    """Return the first type of a union that JSON can say, None if there is none.

    `str | PathLike | Mapping` → Mapping: where a path may be said, a string may be one.
    """
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    paths = (str, bytes) if any(get_origin(part) is os.PathLike for part in parts) else ()
    for part in parts:
        kind = list[get_args(part)] if get_origin(part) is Iterable else part
        try:
            if kind not in (*paths, NoneType) and (
                kind is nanori.KnownNames or not isinstance(type_info(kind), CustomType)
            ):
                return kind
        except TypeError:  # a union with something that is no value
            continue
    return None


def serve(service: Service, source: BinaryIO, out: BinaryIO) -> None:
    """Answer every line until the stream ends; blank lines have no answer."""
    while line := source.readline(MAX_BYTES + 2):
        rest = line
        while len(rest) == MAX_BYTES + 2 and not rest.endswith(b"\n"):
            rest = source.readline(MAX_BYTES + 2)  # the rest of a line that is too long is dropped
        if line.strip():
            out.write(visible.json(answered(service, line)) + b"\n")
            out.flush()


def answered(service: Service, line: bytes) -> dict[str, Any]:
    """Return the answer to a line: its `id`, and `result` or `error`."""
    id, code = None, "bad-request"
    try:
        if len(line) > MAX_BYTES:
            raise NanoriError(f"a line longer than {MAX_BYTES >> 20} MiB")
        plain = typed_values.from_json(line, dict[str, Any])
        id = plain["id"] if isinstance(plain.get("id"), str | int) else None
        request, code = typed_values.from_plain(plain, Request), "unknown-method"
        if request.method not in service.methods:
            raise NanoriError(f"no method “{request.method}”: {', '.join(service.methods)}")
        code = "bad-params"
        return {"id": id, "result": service.answer(request)}
    except (NanoriError, DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = str(error)
    except Exception as error:  # a bug of ours is no reason to leave the next one unanswered
        code, message = "internal", f"{type(error).__name__}: {error}"
    return {"id": id, "error": {"code": code, "message": " ".join(message.split())}}
