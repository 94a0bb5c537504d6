"""Processes that work for this one: they end when they are told to, and when nobody tells them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor

MOST = 61
"""Processes at most; Windows can wait for no more, and no machine at a desk has as many cores."""


def can_fork() -> bool:
    """Tell whether a process can be started that needs no script to be safe for importing."""
    return hasattr(os, "fork") and os.uname().sysname == "Linux"


def begin_worker() -> None:
    """Let this process be ended by its main process alone, and with it, however that ends."""
    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process says when to stop
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the main process is gone, and then end this one at once."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def end_all(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool without waiting for what they do."""
    processes = dict(pool._processes or {})
    for process in processes.values():
        process.terminate()
