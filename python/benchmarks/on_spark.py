"""Measures `gusher.spark` against dbldatagen: four columns to Parquet, by a Spark of two workers. Prints a table of Markdown.

    python python/benchmarks/on_spark.py [ROWS …]

It needs a wheel of the release profile (script/python release), pyspark, dbldatagen and Java, and Linux. What counts is the processor
time of all processes of Spark: the driver's JVM, the executors, and the Python workers.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gusher as g
import gusher.spark
import pyspark
from pyspark.sql import SparkSession

NAMES = sorted({row["name"] for row in g.table("names", 500, seed=1, columns={"name": "name.first"})})[:64]
COLUMNS = {
    "id": "seq:0",
    "name": "enum:" + ",".join(NAMES),
    "seen": "datetime:2024-01-01,2024-12-31",
    "amount": "decimal:1,500,2",
}
# What Spark writes takes long.
THEIR_MOST = 10_000_000
TICKS = os.sysconf("SC_CLK_TCK")


def processor() -> float:
    """The seconds that all processes below this one have needed so far, and those of their children that have ended."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1])
            seconds[int(folder.name)] = sum(map(int, fields[11:15])) / TICKS

    def is_ours(process: int) -> bool:
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return sum(took for process, took in seconds.items() if is_ours(process))


def measure(run: Callable[[], None]) -> tuple[float, float]:
    """The processor's seconds and those of the clock."""
    before, start = processor(), time.monotonic()
    run()
    return processor() - before, time.monotonic() - start


def theirs(spark: SparkSession, rows: int, folder: str) -> None:
    """dbldatagen, by Spark's writer."""
    import dbldatagen as dg

    spec = (
        dg.DataGenerator(spark, name="t", rows=rows, partitions=8, randomSeed=7)
        .withColumn("key", "long", expr="id")
        .withColumn("name", "string", values=NAMES, random=True)
        .withColumn("seen", "timestamp", begin="2024-01-01 00:00:00", end="2024-12-31 00:00:00", interval="1 second", random=True)
        .withColumn("amount", "decimal(5,2)", minValue=1, maxValue=500, step=0.01, random=True)
    )
    spec.build().write.mode("overwrite").parquet(folder)


def main(asked: list[int]) -> None:
    """Measures each way at each number of rows."""
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", SPARK_LOCAL_HOSTNAME="localhost")
    builder = SparkSession.builder.master("local-cluster[2,1,2048]").config("spark.executor.memory", "1g")
    # The same codec for all; the native library for snappy is not on every machine.
    builder = builder.config("spark.sql.parquet.compression.codec", "zstd").config("spark.hadoop.parquet.compression.codec.zstd.level", "1")
    spark = builder.config("spark.ui.enabled", "false").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        target = f"{folder}/out"

        def ours(rows: int) -> None:
            table = g.table("t", rows, seed=7, columns=COLUMNS)
            gusher.spark.write(spark, table, target, mode="overwrite", partitions=8, compression="zstd:1")

        def frame(rows: int) -> None:
            table = g.table("t", rows, seed=7, columns=COLUMNS)
            gusher.spark.table(spark, table, partitions=8).write.mode("overwrite").parquet(target)

        ways: list[tuple[str, int, Callable[[int], Any]]] = [
            ("`gusher.spark.write`", max(asked), ours),
            ("`gusher.spark.table`, Spark's writer", THEIR_MOST, frame),
            ("dbldatagen, Spark's writer", THEIR_MOST, lambda rows: theirs(spark, rows, target)),
        ]
        # What is loaded and compiled once is not counted.
        for _, _, run in ways:
            run(200_000)
        print("| rows | by | processor | clock | rows per second of the processor |\n|---|---|---|---|---|")
        for rows in asked:
            for name, most, run in ways:
                if rows <= most:
                    cpu, clock = measure(lambda run=run, rows=rows: run(rows))  # type: ignore[misc]
                    assert spark.read.parquet(target).count() == rows
                    print(f"| {rows:,} | {name} | {cpu:.1f} s | {clock:.1f} s | {rows / cpu / 1e6:.2f} M |", flush=True)
    spark.stop()


if __name__ == "__main__":
    main([int(word.replace("_", "")) for word in sys.argv[1:]] or [1_000_000, 10_000_000, 100_000_000])
