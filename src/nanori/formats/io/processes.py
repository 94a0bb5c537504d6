"""Worker processes that end when told to, and also when nobody is left to tell them."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import cast

# Windows can wait for no more, and no desktop machine has as many cores.
MOST = 61


def can_fork() -> bool:
    """Tell whether processes can be started without the script being safe to import."""
    return hasattr(os, "fork") and os.uname().sysname == "Linux"


# Signals that ask a program to end.
_ASKING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def undisturbed() -> Generator[None]:
    """Hold signals back while processes are started: halfway there is nobody to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ASKING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The signal by which the main process has its workers abandon their work; not on Windows.
_LEAVING = getattr(signal, "SIGUSR1", None)


class _Work:
    """What this worker process is doing."""

    is_on = False
    is_left = False


class Left(BaseException):
    """The work was abandoned because the main process wants no more of it."""


@contextmanager
def leavable() -> Generator[None]:
    """Do work that raises `Left` once the main process ends its workers, and only here.

    A worker killed while it sends a result leaves half of it in a pipe, and the main process would
    wait for the other half for ever.
    """
    _Work.is_on = True
    try:
        if _Work.is_left:
            raise Left
        yield
    finally:
        _Work.is_on = False


def _leave(number: int, frame: object) -> None:
    _Work.is_left = True
    if _Work.is_on:
        raise Left


def begin_worker() -> None:
    """Let this process be ended only by its main process, and with it, however that ends."""
    for number in _ASKING:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process says when to stop
    if _LEAVING:
        signal.signal(_LEAVING, _leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKING)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the main process is gone, and then end this one at once."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def started(
    jobs: int, begin: Callable[..., None] = begin_worker, *given: object
) -> ProcessPoolExecutor:
    """Return a pool of that many processes, which start now: each calls `begin`, and waits."""
    context = multiprocessing.get_context("fork" if can_fork() else None)
    others = multiprocessing.active_children()
    with undisturbed():
        pool = ProcessPoolExecutor(jobs, context, begin, given)
        pool.submit(os.getpid)
        workers = [each for each in multiprocessing.active_children() if each not in others]
        if can_fork() and len(workers) == jobs:  # otherwise more of them start as needed
            # A worker killed while it sends a result has sent half of it. The end is noticed once
            # nobody can send any more, and until here this process could.
            pool._result_queue._writer.close()  # type: ignore[attr-defined]
            _end_together(workers)
    return pool


def _end_together(workers: Sequence[BaseProcess]) -> None:
    """See to it that if one of these processes dies, soon all are gone.

    Python ends the others itself, but not while it waits for the rest of what the dead one sent.
    """

    def watch() -> None:
        left = {worker.sentinel: worker for worker in workers}
        wait(list(left))
        end = time.monotonic() + PATIENCE
        while left and (remaining := end - time.monotonic()) > 0:
            for sentinel in wait(list(left), remaining):
                del left[cast("int", sentinel)]
        for worker in left.values():
            if worker.pid:
                os.kill(worker.pid, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


# Seconds that the threads feeding the workers have to end, once these are gone.
PATIENCE = 5.0


def end_all(pool: ProcessPoolExecutor) -> None:
    """End all workers without waiting for what they do.

    The threads that feed them are waited for, but not for ever: if the interpreter ends first,
    Python writes to a pipe that they have closed, and shows a traceback.
    """
    for process in multiprocessing.active_children():
        if _LEAVING and process.pid:
            with suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(process.pid, _LEAVING)
        else:
            process.terminate()
    how = {"wait": True, "cancel_futures": True}
    closing = threading.Thread(target=pool.shutdown, kwargs=how, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    for process in multiprocessing.active_children():
        process.kill()
