"""Processes that work for this one: they end when they are told to, and when nobody tells them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

MOST = 61
"""Processes at most; Windows can wait for no more, and no machine at a desk has as many cores."""


def can_fork() -> bool:
    """Tell whether a process can be started that needs no script to be safe for importing."""
    return hasattr(os, "fork") and os.uname().sysname == "Linux"


_ASKING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Signals that ask a program to end."""


@contextmanager
def undisturbed() -> Generator[None]:
    """Let signals wait while processes are started: halfway there is nobody yet to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ASKING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_worker() -> None:
    """Let this process be ended by its main process alone, and with it, however that ends."""
    for number in _ASKING:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process says when to stop
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKING)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the main process is gone, and then end this one at once."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


PATIENCE = 5.0
"""Seconds that the threads which feed the workers have to end, once these are gone."""


def end_all(pool: ProcessPoolExecutor) -> None:
    """End all workers without waiting for what they do.

    The threads that feed them are waited for, but not for ever: where the interpreter ends while
    they do, Python writes to a pipe that they have closed, and shows a traceback.
    """
    for process in multiprocessing.active_children():
        process.terminate()
    how = {"wait": True, "cancel_futures": True}
    closing = threading.Thread(target=pool.shutdown, kwargs=how, daemon=True)
    closing.start()
    closing.join(PATIENCE)
