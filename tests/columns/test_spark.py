"""A real Spark of two workers: the same references, whatever happens to the workers."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

import nanori.arrow
from nanori import NanoriError
from project import ROOT, SAMPLE, THOROUGH

pytest.importorskip("pyspark", reason="pyspark is not installed: make columns")
if not shutil.which("java"):
    pytest.skip("no Java for Spark", allow_module_level=True)

import nanori.spark
from nanori.surfaces import spark

pytestmark = [pytest.mark.xdist_group("spark"), pytest.mark.thorough]
Session: TypeAlias = Any
"""What is of Spark, which says few types."""
ROWS = 12_000
CLUSTER = "local-cluster[2,1,1024]"
"""Two workers that are processes of their own, with a Java each."""
THREADS = "local[2, 4]"
"""Two of one Java, with a process of Python each; a task may be tried four times."""
COLUMNS = ["id", "lang", "name", "type", "text"]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    """Return a session of two workers with a Python like ours."""
    from pyspark.sql import SparkSession  # pyright: ignore[reportMissingImports]

    before = {name: os.environ.get(name) for name in ("PYSPARK_PYTHON", "SPARK_LOCAL_IP")}
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "1g",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
    }
    builder = SparkSession.builder.master(CLUSTER if THOROUGH else THREADS)
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})


def cards(rows: int) -> pa.Table:
    """Return invented cards, over and over, of which some have no text and some are broken."""
    import msgspec

    lines = SAMPLE.read_text("utf-8").splitlines()
    every = [msgspec.json.decode(line) for line in lines]
    made = [{name: each.get(name) for name in COLUMNS} for each in islice(cycle(every), rows)]
    for number, row in enumerate(made):
        row["id"] = str(number)
        if number % 100 == 7:
            row["text"] = None
        if number % 100 == 8:
            row["lang"] = "tlh"
    return pa.Table.from_pylist(made)


def skewed(table: pa.Table, folder: Path) -> str:
    """Write a table in parts of which the first is much longer than the others."""
    folder.mkdir()
    lengths = [len(table) * 2 // 3, *[len(table) // 12] * 4]
    start = 0
    for number, length in enumerate(lengths):
        parquet.write_table(table.slice(start, length), folder / f"part-{number}.parquet")
        start += length
    assert start == len(table)
    return str(folder)


def expected(table: pa.Table) -> list[dict[str, Any]]:
    return nanori.arrow.annotate(table).to_pylist()


def collected(data: Session) -> list[dict[str, Any]]:
    rows = [row.asDict(recursive=True) for row in data.collect()]
    return sorted(rows, key=lambda row: int(row["id"]))


def test_the_references_are_those_of_one_process(session: Session, tmp_path: Path) -> None:
    table = cards(ROWS)
    data = session.read.parquet(skewed(table, tmp_path / "cards"))
    made = nanori.spark.annotate(data)
    assert set(nanori.spark.names_of(data)) >= set(nanori.arrow.names_of(table))
    assert made.columns == [*COLUMNS, "read_as", "references", "error"]
    assert collected(made) == expected(table)
    pythons = session.sparkContext.parallelize(range(2), 2).map(lambda _: sys.executable)
    assert set(pythons.collect()) == {sys.executable}


def test_a_worker_that_is_killed_costs_no_row(session: Session, tmp_path: Path) -> None:
    table = cards(ROWS)
    data = session.read.parquet(skewed(table, tmp_path / "cards"))
    with killer(0.05) as killed:
        rows = collected(nanori.spark.annotate(data))
    assert killed
    assert rows == expected(table)


def test_the_example_of_the_page_runs(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "columns.md").read_text("utf-8")
    (example,) = re.findall(r"(?ms)^```py\n(.*?)^```$", page)
    monkeypatch.chdir(tmp_path)
    skewed(cards(240), tmp_path / "cards")
    for path in ("cards", "annotated"):  # where executors run is not where the test does
        example = example.replace(f'"{path}"', repr(str(tmp_path / path)))
    exec(example, {})
    made = parquet.read_table(tmp_path / "annotated")
    assert made.num_rows == 240
    assert made.column("error").null_count == 240 - 2 - 1
    assert made.column("references").null_count == 6


def test_a_table_that_cannot_be_read_is_one_error_before_any_work(session: Session) -> None:
    data = session.createDataFrame([("a", 1)], "name string, text int")
    with pytest.raises(NanoriError, match="column “text”: int32 is there, strings were wanted"):
        nanori.spark.annotate(data)


def test_workers_without_nanori_are_told_so() -> None:
    from pyspark import cloudpickle  # pyright: ignore[reportMissingImports]

    task = cloudpickle.dumps(spark._work("names", {}, "", lambda: None))
    packages = str(Path(pa.__file__).parents[1])
    code = (
        f"import sys; sys.path.append({packages!r}); from pyspark import cloudpickle;"
        f"next(cloudpickle.loads({task!r})([]))"
    )
    # Without `site` no path file is read, so a nanori that is installed for editing is not there.
    ran = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True)
    assert "RuntimeError: the workers run" in ran.stderr
    assert "set PYSPARK_PYTHON to a Python that has nanori[spark]" in ran.stderr


@contextmanager
def killer(seconds: float) -> Iterator[list[int]]:
    """Kill the first worker that has worked for so long in the block; return which that was."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("no /proc to find the workers in")
    killed: list[int] = []
    over = threading.Event()
    before = workers()

    def kill() -> None:
        while not killed and not over.wait(0.01):
            for pid, worked in workers().items():
                if worked - before.get(pid, 0) > seconds and not killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


def workers() -> dict[int, float]:
    """Return our Spark's Python workers, and the seconds of processor time each has had."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            said = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        parents[int(folder.name)] = int(said[1])
        if b"pyspark" in command and b"daemon" in command:
            ticks = int(said[11]) + int(said[12])
            seconds[int(folder.name)] = ticks / os.sysconf("SC_CLK_TCK")

    def is_ours(pid: int) -> bool:
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return {
        pid: worked for pid, worked in seconds.items() if parents[pid] in seconds and is_ours(pid)
    }
