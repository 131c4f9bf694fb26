"""What a Spark may do to a job, at length: run by ``script/python release`` and not by script/test (marker ``spark_all``)."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster import disturbed, fail, kill_executor, need_spark, session, standalone, was_called
from test_spark import TYPES, files, in_files, ours, rows_of, types

import gusher as g

pytestmark = pytest.mark.spark_all


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    need_spark()
    config = {
        "spark.speculation": "true",
        "spark.speculation.interval": "100ms",
        "spark.speculation.multiplier": "1.1",
        "spark.speculation.quantile": "0.1",
        "spark.speculation.minTaskRuntime": "100ms",
    }
    with standalone(tmp_path_factory.mktemp("standalone")) as master, session(master, **config) as made:
        import gusher.spark

        made.dataSource.register(gusher.spark.DataSource)
        yield made


def written(spark: Any, folder: Path) -> list[dict[str, Any]]:
    return rows_of(spark.read.parquet(str(folder)).orderBy("id"))


def parts(count: int) -> list[str]:
    return ["_SUCCESS", *(f"part-{number:05}-of-{count:05}.parquet" for number in range(count))]


@pytest.mark.parametrize("partitions", [1, 7, 200])
def test_any_number_of_partitions_gives_the_rows_of_one_machine(spark: Any, tmp_path: Path, partitions: int) -> None:
    import gusher.spark

    table = types(5000)
    assert rows_of(gusher.spark.table(spark, table, partitions=partitions)) == ours(table)
    gusher.spark.write(spark, table, tmp_path / "out", partitions=partitions)
    assert written(spark, tmp_path / "out") == in_files(table)
    assert files(tmp_path / "out") == parts(partitions)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_task_that_fails_is_written_once(spark: Any, tmp_path: Path, times: int) -> None:
    import gusher.spark

    marks, target = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    table = types(3000, again=disturbed(marks, 1700, times, fail))
    gusher.spark.write(spark, table, target, partitions=3)
    assert was_called(marks, times)
    assert files(target) == parts(3)
    assert written(spark, target) == [{**row, "again": row["id"]} for row in in_files(types(3000))]


@pytest.mark.parametrize("codec", ["none", "snappy", "lz4", "gz", "zstd"])
def test_spark_reads_every_codec(spark: Any, tmp_path: Path, codec: str) -> None:
    import gusher.spark

    if codec == "snappy":
        try:
            spark.range(1).write.option("compression", "snappy").parquet(str(tmp_path / "theirs"))
        except Exception:
            pytest.skip("this Spark cannot load its library for snappy")
    gusher.spark.write(spark, types(1000), tmp_path / "out", compression=codec)
    assert written(spark, tmp_path / "out") == in_files(types(1000))


def test_an_executor_that_is_killed_changes_nothing(spark: Any, tmp_path: Path) -> None:
    import gusher.spark

    marks, target = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    table = types(6000, again=disturbed(marks, 3300, 1, kill_executor))
    gusher.spark.write(spark, table, target, partitions=12)
    assert was_called(marks, 1)
    assert files(target) == parts(12)
    assert written(spark, target) == [{**row, "again": row["id"]} for row in in_files(types(6000))]


@pytest.mark.parametrize("scheme", ["", "local://"])
def test_a_speculative_copy_is_not_written_too(spark: Any, tmp_path: Path, scheme: str) -> None:
    import gusher.spark

    marks, target = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    late, alone = tmp_path / "late", tmp_path / "alone"
    end, waited = str(late), str(alone)

    def sleep() -> None:
        # The first attempt is slow, so that Spark begins another one; it goes on after the job has ended.
        import os
        import time

        for _ in range(3000):
            if os.path.exists(end):
                return
            time.sleep(0.1)
        os.close(os.open(waited, os.O_CREAT))

    table = types(6000, again=disturbed(marks, 3300, 1, sleep))
    gusher.spark.write(spark, table, f"{scheme}{target}", partitions=12)
    assert was_called(marks, 1)
    assert not alone.exists(), "Spark has begun no other attempt"
    expected = [{**row, "again": row["id"]} for row in in_files(types(6000))]
    assert files(target) == parts(12)
    late.touch()
    # Whatever the slow attempt does now, it leaves nothing.
    time.sleep(3)
    assert files(target) == parts(12)
    assert written(spark, target) == expected


def test_a_store_gets_what_a_file_system_gets(spark: Any, tmp_path: Path) -> None:
    import gusher.spark

    marks, target = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    table = types(3000, again=disturbed(marks, 1700, 2, fail))
    gusher.spark.write(spark, table, f"local://{target}", partitions=3)
    assert was_called(marks, 2)
    assert files(target) == parts(3)
    assert written(spark, target) == [{**row, "again": row["id"]} for row in in_files(types(3000))]
    with pytest.raises(FileExistsError):
        gusher.spark.write(spark, types(10), f"local://{target}")
    gusher.spark.write(spark, types(10), f"local://{target}", mode="overwrite")
    assert written(spark, target) == in_files(types(10))
    gusher.spark.write(spark, types(range(10, 15)), f"local://{target}", mode="append")
    assert written(spark, target) == in_files(types(15))


def test_a_stream_that_is_stopped_again_and_again_has_every_row_once(spark: Any, tmp_path: Path) -> None:
    schema = tmp_path / "s.toml"
    columns = "".join(f"columns.{name} = '{word}'\n" for name, word in TYPES.items())
    schema.write_text(f"seed = 7\n[table.t]\nrows = 4000\n{columns}")
    options = {"rowsPerSecond": 700, "maxRowsPerBatch": 300, "partitions": 3}
    stream = spark.readStream.format("gusher").options(**options).load(str(schema))
    target, checkpoint = tmp_path / "out", tmp_path / "checkpoint"
    query = stream.writeStream.format("parquet").option("checkpointLocation", str(checkpoint))

    for _ in range(4):
        running = query.trigger(processingTime="0 seconds").start(str(target))
        while sum(progress.numInputRows for progress in running.recentProgress) < 300 and running.exception() is None:
            running.awaitTermination(0.05)
        running.stop()
        assert running.exception() is None
    last = query.trigger(availableNow=True).start(str(target))
    assert last.awaitTermination(240) and last.exception() is None
    assert written(spark, target) == ours(g.tables(str(schema))["t"])


MEMORY = """
import resource, sys
from gusher.spark._rows import Rows
import gusher as g

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

columns = {"id": "seq", "name": "name", "email": "email", "n": "int:0,1_000_000", "text": "sentence"}
rows = int(sys.argv[1])
table = g.table("t", rows, seed=7, columns=columns)
made = Rows.of(table)
if sys.argv[2] == "write":
    made.table(0, rows).write("part.parquet", threads=1)
else:
    for batch in made.batches(0, rows, made.types()):
        pass
print(peak())
"""


@pytest.mark.parametrize("way", ["write", "batches"])
def test_the_memory_of_a_task_does_not_grow_with_its_rows(way: str, tmp_path: Path) -> None:
    need_spark()
    kibibytes = []
    for rows in (500_000, 4_000_000):
        words = [sys.executable, "-c", MEMORY, str(rows), way]
        made = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        kibibytes.append(int(made.stdout))
    # The texts of a row are about 80 bytes: 3.5 million more rows would be some 280 MB more.
    assert kibibytes[1] < kibibytes[0] + 64 * 1024, kibibytes
