"""Questions of the page to answers from processes of their own, so that none holds up the others.

A question that takes too long, or that nobody waits for any more, ends with its process: a pattern
that runs cannot be stopped otherwise, and lets nothing else run beside it.
"""

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from nanori.formats.io import processes
from nanori.model.errors import NanoriError
from nanori.surfaces.web.answers.answering import answer

# Questions that are answered at once: the one page of this machine asks few beside each other.
WORKERS = 2
# Seconds that an answer may take: ten times what the largest file takes that may be sent.
PATIENCE = 60.0
# Seconds between two looks at whether anybody still waits.
LOOK = 0.5


def _answered(kind: str, question: bytes) -> bytes:
    return answer(kind, question).json


class AnswerProcesses:
    """Processes that answer, each one question at a time."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Start none yet."""
        self._patience = patience
        self._free: asyncio.Queue[ProcessPoolExecutor] = asyncio.Queue()
        self._all: list[ProcessPoolExecutor] = []
        self._begun = False

    async def answer(
        self, kind: str, question: bytes, is_gone: Callable[[], Awaitable[bool]]
    ) -> bytes:
        """Return the answer as JSON; NanoriError if it takes too long, or whoever asked is gone."""
        if not self._begun:
            self._begun = True
            for _ in range(WORKERS):
                self._begin()
        pool = await self._free.get()
        work = asyncio.wrap_future(pool.submit(_answered, kind, question))
        left = self._patience
        while not work.done() and left > 0 and not await is_gone():
            await asyncio.wait([work], timeout=min(LOOK, left))
            left -= LOOK
        if work.done() and not isinstance(work.exception(), BrokenProcessPool):
            self._free.put_nowait(pool)
            return work.result()
        died = work.done()
        work.cancel()
        self._end(pool)
        self._begin()
        raise NanoriError(
            "the answer's process died" if died else "this takes too long, and was given up"
        )

    def _begin(self) -> None:
        """Have a process more, which starts with its first question."""
        context = multiprocessing.get_context("fork" if processes.can_fork() else None)
        pool = ProcessPoolExecutor(1, context, processes.begin_worker)
        self._all.append(pool)
        self._free.put_nowait(pool)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """End a process in the middle of what it does."""
        self._all.remove(pool)
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def end(self) -> None:
        """End all of them."""
        for pool in list(self._all):
            self._end(pool)
