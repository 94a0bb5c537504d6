"""Bytes and plain values to values of our types, by msgspec; safe where threads start together.

msgspec describes a type to itself on first use and publishes the description to other threads
before it is complete: two threads that first use a type together crash the process (msgspec 0.20
and 0.21). So all our decoding is here, and types are described under one lock.
"""

import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

Typed = TypeVar("Typed")
_Hook = Callable[[type, Any], object]

# Held while something that all threads share is made. Its holder must not import a module that
# decodes at import: each would wait for the other.
LOCK = threading.RLock()

# A process forked while another thread holds the lock would find it held for ever.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release
    )

_described: set[object] = set()


def _describe(kind: object) -> None:
    """Let msgspec describe a type, and the types of its fields, before it makes any values."""
    if kind not in _described:
        with LOCK:
            msgspec.json.Decoder(kind)
            _described.add(kind)


def decoder(kind: type[Typed]) -> msgspec.json.Decoder[Typed]:
    """Return a decoder from JSON to values of a type."""
    with LOCK:
        _described.add(kind)
        return msgspec.json.Decoder(kind)


def from_json(content: bytes | str, kind: type[Typed]) -> Typed:
    """Return the value that JSON says; msgspec.DecodeError if it is malformed or does not fit."""
    _describe(kind)
    return msgspec.json.decode(content, type=kind)


def from_msgpack(content: bytes, kind: type[Typed]) -> Typed:
    """Return the value that MessagePack says; msgspec.DecodeError if malformed or unfit."""
    _describe(kind)
    return msgspec.msgpack.decode(content, type=kind)


def from_plain(
    value: object, kind: type[Typed], custom: _Hook | None = None, *, strict: bool = True
) -> Typed:
    """Return a plain value as one of a type; msgspec.ValidationError if it does not fit.

    `custom` makes values of types unknown to msgspec. Unless `strict`, words may be numbers.
    """
    if custom is None:
        _describe(kind)
        return msgspec.convert(value, kind, strict=strict)
    # A type with fields that msgspec does not know cannot be described without their hook.
    with LOCK:
        return msgspec.convert(value, kind, strict=strict, dec_hook=custom)
