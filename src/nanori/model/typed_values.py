"""Bytes and plain values to values of our types, by msgspec; safe where several threads begin.

msgspec describes a type to itself when it first meets it, and shows the description to other
threads before it is whole: two that meet a type at once end the process with a segmentation fault
(msgspec 0.20 and 0.21). So all of our decoding is here, and types are described under one lock.
"""

import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

Typed = TypeVar("Typed")

# Held while something is made that all threads share. Who holds it imports no module that decodes
# while it is imported: that one would be waited for, and wait.
LOCK = threading.RLock()

# A process that is forked while another thread makes something would find the lock held for ever.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release
    )

_described: set[object] = set()


def _describe(kind: object) -> None:
    """Let msgspec know a type, and the types of its fields, before anything is made of them."""
    if kind not in _described:
        with LOCK:
            msgspec.json.Decoder(kind)
            _described.add(kind)


def decoder(kind: type[Typed]) -> msgspec.json.Decoder[Typed]:
    """Return what makes values of a type from JSON."""
    with LOCK:
        _described.add(kind)
        return msgspec.json.Decoder(kind)


def from_json(content: bytes | str, kind: type[Typed]) -> Typed:
    """Return the value that JSON says; msgspec.DecodeError if it is none or does not fit."""
    _describe(kind)
    return msgspec.json.decode(content, type=kind)


def from_msgpack(content: bytes, kind: type[Typed]) -> Typed:
    """Return the value that MessagePack says; msgspec.DecodeError if it is none or does not fit."""
    _describe(kind)
    return msgspec.msgpack.decode(content, type=kind)


def from_plain(
    value: object, kind: type[Typed], custom: Callable[[type, Any], object] | None = None
) -> Typed:
    """Return a plain value as one of a type; msgspec.ValidationError if it does not fit.

    `custom` makes the values of types that msgspec does not know.
    """
    if custom is None:
        _describe(kind)
        return msgspec.convert(value, kind)
    # A type with fields that msgspec does not know cannot be described without them.
    with LOCK:
        return msgspec.convert(value, kind, dec_hook=custom)
