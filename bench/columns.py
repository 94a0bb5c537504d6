"""Measures annotating a Parquet file into another by each way there is: a loop, columns, engines.

A rate is texts for each second of processor time of all processes; what starting takes is left
out, as the difference between many rows and a tenth of them is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet

import material
from measuring import limited

FIELDS = ("id", "lang", "name", "name_en", "type", "type_en", "layout", "text")
MOST_FOR_FILES = 1.1
"""How much more time than the plain loop `nanori annotate` may take."""
MOST_FOR_SPARK = 1 / 0.6

BEGIN = """
import sys
import nanori, nanori.arrow, pyarrow as pa, pyarrow.parquet as parquet
source, target = sys.argv[1:]
"""
LOOP = """
FIELDS = ("lang", "name", "name_en", "type", "type_en", "layout", "text")
with parquet.ParquetFile(source) as file:
    schema = file.schema_arrow.append(nanori.arrow.SCHEMA.field("references"))
    with parquet.ParquetWriter(target, schema, compression="zstd") as out:
        for batch in file.iter_batches(4096):
            rows = batch.to_pylist()
            for row in rows:
                card = nanori.Card(**{field: row[field] or "" for field in FIELDS})
                row["references"] = [found.as_dict() for found in nanori.annotate(card)]
            out.write_table(pa.Table.from_pylist(rows, schema=schema))
"""
ARROW = """
with parquet.ParquetFile(source) as file:
    reader = pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches(4096))
    made = nanori.arrow.annotate(reader)
    with parquet.ParquetWriter(target, made.schema, compression="zstd") as out:
        for batch in made:
            out.write_batch(batch)
"""
POLARS = """
import polars as pl
kind = pl.Schema(nanori.arrow.SCHEMA)["references"]
def references(cards):
    return pl.from_arrow(nanori.arrow.annotate(cards.struct.unnest())["references"])
cards = pl.struct("lang", "name", "name_en", "type", "type_en", "layout", "text")
made = cards.map_batches(references, return_dtype=kind)
pl.scan_parquet(source).with_columns(references=made).collect().write_parquet(target)
"""
DUCKDB = """
import duckdb
FIELDS = ("lang", "name", "name_en", "type", "type_en", "layout", "text")
def references(cards):
    batch = pa.RecordBatch.from_struct_array(cards.combine_chunks())
    return nanori.arrow.annotate(batch).column("references")
words = "text TEXT, form TEXT, target TEXT, scope TEXT, rule TEXT, refers_to TEXT"
row = f"STRUCT({', '.join(f'{field} TEXT' for field in FIELDS)})"
kinds = [row], f'STRUCT(start INT, "end" INT, {words})[]'
duckdb.create_function("found", references, *kinds, type="arrow", null_handling="special")
pairs = ", ".join(f"{field}: {field}" for field in FIELDS)
made = f"SELECT *, found({{{pairs}}}) AS refs FROM read_parquet('{source}')"
duckdb.execute(f"COPY ({made}) TO '{target}' (FORMAT parquet, COMPRESSION zstd)")
"""
SPARK = """
import os
os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
from pathlib import Path
from pyspark.sql import SparkSession
import nanori.spark
builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
session.sparkContext.setLogLevel("OFF")
data = session.read.parquet(source)
nanori.spark.annotate(data).write.mode("overwrite").parquet(target + "s")
ticks = {}
for folder in Path("/proc").glob("[0-9]*"):
    try:
        said = (folder / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        continue
    ticks[folder.name] = said[1], sum(map(int, said[11:15]))
def is_ours(pid):
    while pid in ticks and pid != str(os.getpid()):
        pid = ticks[pid][0]
    return pid == str(os.getpid())
every = sum(worked for pid, (_, worked) in ticks.items() if is_ours(pid))
print("seconds", every / os.sysconf("SC_CLK_TCK"))
"""
"""What Spark starts is not its child to wait for, so the script says itself what all took."""

WAYS = {
    "a loop over pyarrow": ("pyarrow", LOOP),
    "nanori.arrow": ("pyarrow", ARROW),
    "nanori annotate": ("pyarrow", ""),
    "polars": ("polars", POLARS),
    "DuckDB": ("duckdb", DUCKDB),
    "Spark": ("pyspark", SPARK),
}


def columns() -> int:
    """Print the rate of each way, and against the loop's; return how many limits are missed."""
    rates: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        files = [_cards(Path(folder, f"{tenths}.parquet"), tenths) for tenths in (1, 10)]
        for way, (module, script) in WAYS.items():
            if not find_spec(module):
                print(f"  {way}: not installed")
                continue
            few, many = (_seconds(script, path) for path, _ in files)
            rates[way] = (files[1][1] - files[0][1]) / max(many - few, 1e-9)
            ratio = rates[way] / rates["a loop over pyarrow"]
            print(f"  {way}: {rates[way]:,.0f} texts a second, {ratio:.2f} of the loop", flush=True)
    loop = rates["a loop over pyarrow"]
    missed = limited(
        "time of files against the loop", loop / rates["nanori annotate"], MOST_FOR_FILES
    )
    if "Spark" in rates:
        missed += limited("time of Spark against the loop", loop / rates["Spark"], MOST_FOR_SPARK)
        hours = 1e9 / rates["Spark"] / 3600
        print(f"  a thousand million texts by Spark: {hours:.0f} hours of a core")
    return missed


def _cards(path: Path, tenths: int) -> tuple[str, int]:
    """Write a part of the real texts into a file, and return how many these are."""
    rows = [
        {field: getattr(card, field) for field in FIELDS}
        for lang in material.measured()
        for number, card in enumerate(material.cards(lang))
        if number % 10 < tenths
    ]
    for row in rows:
        row["id"] = str(row["id"])
    parquet.write_table(pa.Table.from_pylist(rows), path, row_group_size=10_000)
    return str(path), len(rows)


def _seconds(script: str, source: str) -> float:
    """Return the seconds of processor time that a script, or `nanori annotate`, takes."""
    target = str(Path(source).with_suffix(".out.parquet"))
    command = [sys.executable, "-c", BEGIN + script, source, target]
    if not script:
        told = ("annotate", source, "-o", target, "--no-file-names")
        command = [sys.executable, "-m", "nanori", *told]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert running.stdout
    said = running.stdout.read().split()
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise SystemExit(f"a way of {source} ended with {running.returncode}")
    if said[:1] == [b"seconds"]:
        return float(said[1])
    return usage.ru_utime + usage.ru_stime
