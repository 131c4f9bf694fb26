"""Writes tables as files: tasks write the parts, and the driver makes them visible."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark import TaskContext

from .._gusher import Error
from ._place import SUCCESS, TEMPORARY, Place, place
from ._rows import Rows, numbers_of, one_of, partitions_of, tables_of

if TYPE_CHECKING:
    from typing import Literal

    from pyspark.sql import SparkSession

    from .._arguments import Now
    from .._table import Table
    from ._rows import Schema

    Mode = Literal["error", "errorifexists", "default", "overwrite", "append", "ignore"]

_MODES = ("error", "errorifexists", "default", "overwrite", "append", "ignore")
# The endings of compressed files, for formats that do not compress their pages themselves.
_ENDINGS = {"gz": ".gz", "zst": ".zst", "zstd": ".zst"}
_WITH_PAGES = ("parquet", "arrow", "arrows", "avro")


@dataclass(frozen=True)
class _Output:
    """A table and the folder of its files."""

    rows: Rows
    folder: str
    parts: int
    ending: str
    job: str

    def name(self, number: int, suffix: str = "") -> str:
        """What the file of a part is called."""
        return f"part-{number:05}-of-{self.parts:05}{suffix}{self.ending}"

    @property
    def temporary(self) -> str:
        """The folder of the job in that of the table."""
        return os.path.join(self.folder, TEMPORARY, self.job)


def write(
    spark: SparkSession,
    schema: Schema,
    path: str | os.PathLike[str],
    /,
    table: str | None = None,
    *,
    format: str = "parquet",
    partitions: int | None = None,
    mode: Mode = "error",
    compression: str | None = None,
    row_group: int | str | None = None,
    sort_by: str | Sequence[str] | None = None,
    nest: bool = False,
    checksums: bool = False,
    ints: str | None = None,
    for_: str | None = None,
    parquet_version: str | None = None,
    encoding: str | None = None,
    uuid: str | None = None,
    time: str | None = None,
    intervals: str | None = None,
    float16: str | None = None,
    timestamps: str | None = None,
    timestamp_zone: str | None = None,
    decimals: str | None = None,
    names: str | None = None,
    page_size: int | str | None = None,
    bloom_filter: str | Sequence[str] | None = None,
    header: bool = False,
    separator: str | None = None,
    storage_options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    now: Now = None,
    locale: str | None = None,
    scale: float | None = None,
) -> None:
    """Writes tables as files, a folder for each table: tasks write them with gusher's own writer, without Spark's.

    A file is visible when all tasks of all tables have ended: the driver then renames exactly one file of each part, removes
    what other attempts have left, and writes ``_SUCCESS``. Where something fails before, nothing has changed.

    Args:
        spark: the session.
        schema: the path of a schema file, or what :func:`gusher.table` or :func:`gusher.tables` gave. The driver reads the file.
        path: the folder. The files of one table are in it; those of several tables are in a folder for each. It is one of a file
            system that all machines share, or one with ``://``, which fsspec writes to.
        table: write this table only.
        format: the name of a format of gusher.
        partitions: how many files the largest table has; others have fewer, by their rows. By default one for each million
            rows.
        mode: what happens where the folder is there already: ``"error"``, ``"overwrite"``, ``"append"`` or ``"ignore"``, as in
            Spark.
        compression: ``"zstd"``, ``"gz"``, ``"snappy"``, ``"lz4"`` or ``"none"``, with a level after ``:``.
        row_group: how many rows a group of a columnar file has; or about how many bytes, as in ``"128MiB"``.
        sort_by: columns by which the rows of each group are sorted, as in ``["country", "at:desc"]``.
        nest: make structs of columns whose names have dots.
        checksums: write a checksum of each page of parquet.
        ints: ``"narrow"`` stores whole numbers of columnar files as the narrowest type that has their range.
        for_: the reader that parquet is for, such as ``"spark4"`` or ``"newest"``: it chooses what follows.
        parquet_version: the version of parquet's data pages, ``"1"`` or ``"2"``.
        encoding: ``"plain"``, or ``"delta"`` for parquet's newer encodings too.
        uuid: what UUIDs of parquet are: ``"text"``, ``"bytes"`` or ``"logical"``.
        time: what times of day of parquet are: ``"logical"``, ``"text"`` or ``"int"``.
        intervals: what spans of time of parquet are: ``"logical"`` or ``"text"``.
        float16: what numbers of 16 bits of parquet are: ``"logical"``, or ``"float"`` for 32 bits.
        timestamps: what points in time of parquet count: ``"declared"``, ``"ms"``, ``"us"``, ``"ns"`` or ``"int96"``.
        timestamp_zone: whether they are in UTC: ``"declared"``, ``"utc"`` or ``"none"``.
        decimals: what decimals of up to 18 digits are in parquet: ``"int"`` or ``"fixed"``.
        names: ``"plain"`` writes column names of parquet in letters, digits and ``_``.
        page_size: about how many bytes a data page of parquet has, as a number or a text such as ``"64KiB"``.
        bloom_filter: columns that have a bloom filter in each row group of parquet, as in ``["id", "email"]``.
        header: begin each file with a row of column names, in csv and tsv.
        separator: what is between fields, in csv and tsv.
        storage_options: what fsspec is given for the store.
        seed: the seed, instead of that of the file.
        now: the present, instead of that of the file.
        locale: the locale of columns that name none, instead of that of the file.
        scale: by how much the numbers of rows are multiplied.

    Raises:
        Error: all errors in the file; options that do not fit the format.
        FileExistsError: if a folder is there and the mode is ``"error"``.
        OSError: if the file cannot be read, or the folder not be written to.
    """
    if mode not in _MODES:
        raise Error(f"mode={mode!r}: expected \"error\", \"overwrite\", \"append\" or \"ignore\"")
    found = tables_of(schema, seed=seed, now=now, locale=locale, scale=scale)
    if table is not None:
        found = {table: one_of(found, table)}
    target = place(path, _default(spark), storage_options)
    options = {
        "format": format,
        "compression": compression,
        "row_group": row_group,
        "sort_by": sort_by,
        "nest": nest,
        "checksums": checksums,
        "ints": ints,
        "for_": for_,
        "parquet_version": parquet_version,
        "encoding": encoding,
        "uuid": uuid,
        "time": time,
        "intervals": intervals,
        "float16": float16,
        "timestamps": timestamps,
        "timestamp_zone": timestamp_zone,
        "decimals": decimals,
        "names": names,
        "page_size": page_size,
        "bloom_filter": bloom_filter,
        "header": header,
        "separator": separator,
    }
    _check(found, options)
    outputs = _outputs(found, partitions, _ending(format, compression))
    kept = [output for output in outputs if _is_wanted(target, output, mode)]
    if kept:
        _run(spark, target, kept, options, mode)


def _default(spark: SparkSession) -> str | None:
    """The file system of paths without a scheme, where the session says it."""
    # Spark Connect has no such thing; there a path without a scheme is one of the file system.
    with contextlib.suppress(Exception):
        default = spark.sparkContext._jsc.hadoopConfiguration().get("fs.defaultFS")
        return str(default)
    return None


def _check(tables: Mapping[str, Table], options: dict[str, Any]) -> None:
    """Writes a file without rows, so that options that do not fit are reported before a task begins."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for table in tables.values():
            table[:0].write(os.path.join(folder, "none"), **options)


def _ending(format: str, compression: str | None) -> str:
    own = compression is not None and format not in _WITH_PAGES
    return f".{format}" + (_ENDINGS.get(str(compression).split(":")[0], "") if own else "")


def _outputs(tables: Mapping[str, Table], partitions: int | None, ending: str) -> list[_Output]:
    """What is written where, and in how many parts."""
    job, most = uuid.uuid4().hex, max(len(table) for table in tables.values())
    outputs: list[_Output] = []
    for name, table in tables.items():
        asked = partitions_of(most, partitions)
        parts = partitions_of(len(table), None) if partitions is None else -(-asked * len(table) // max(1, most))
        parts = max(1, min(parts, len(table)))
        folder = name if len(tables) > 1 else ""
        outputs.append(_Output(Rows.of(table), folder, parts, ending, job))
    return outputs


def _is_wanted(target: Place, output: _Output, mode: Mode) -> bool:
    if mode in ("overwrite", "append") or target.names(output.folder) is None:
        return True
    if mode == "ignore":
        return False
    what = f"the folder of the table `{output.folder}`" if output.folder else "the folder"
    raise FileExistsError(f'{what} is there already; mode="overwrite" or mode="append" writes to it')


def _run(spark: SparkSession, target: Place, outputs: list[_Output], options: dict[str, Any], mode: Mode) -> None:
    """Runs the job and commits it, or leaves all as it was."""
    tag, begun = f"gusher-{outputs[0].job}", list[_Output]()
    try:
        for output in outputs:
            begun.append(output)
            target.begin(output.temporary)
        spark.addTag(tag)
        try:
            written = _written(spark, target, outputs, options)
        except BaseException:
            # Other tasks of the job may still run.
            with contextlib.suppress(Exception):
                spark.interruptTag(tag)
            raise
        finally:
            spark.removeTag(tag)
        for output, files in zip(outputs, written, strict=True):
            _commit(target, output, files, mode)
    finally:
        for output in begun:
            target.end(output.temporary)


def _written(spark: SparkSession, target: Place, outputs: list[_Output], options: dict[str, Any]) -> list[list[str]]:
    """Runs the tasks; gives the files of each output, one for each part, of the attempt that Spark has taken."""
    count = sum(output.parts for output in outputs)
    task = _task(target, outputs, options)
    numbers = spark.range(0, count, 1, count)
    # Spark gives the driver the result of exactly one attempt at each task.
    done = {row.task: row for row in numbers.mapInArrow(task, "task bigint, file string, rows bigint").collect()}
    if sorted(done) != list(range(count)) or sum(row.rows for row in done.values()) != sum(len(one.rows) for one in outputs):
        raise RuntimeError("Spark has not given the result of each task once; nothing is written")
    files, first = list[list[str]](), 0
    for output in outputs:
        files.append([done[first + number].file for number in range(output.parts)])
        first += output.parts
    return files


def _task(
    target: Place, outputs: list[_Output], options: dict[str, Any]
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(tasks: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in numbers_of(tasks):
            yield _attempt(target, outputs, options, number)

    return run


def _attempt(target: Place, outputs: list[_Output], options: dict[str, Any], task: int) -> pa.RecordBatch:
    """Writes the part of one task into a folder of this attempt."""
    number, at = task, 0
    while number >= outputs[at].parts:
        number, at = number - outputs[at].parts, at + 1
    output, context = outputs[at], TaskContext.get()
    start, stop = output.rows.part(number, output.parts)
    attempt = f"{number:05}-{0 if context is None else context.taskAttemptId()}-{uuid.uuid4().hex[:8]}"
    threads = 1 if context is None else max(1, context.cpus())
    made = output.rows.table(start, stop)
    name = output.name(number)
    target.attempt(output.temporary, attempt, name, lambda path: made.write(path, threads=threads, **options))
    done: list[pa.Array[Any]] = [pa.array([task]), pa.array([os.path.join(attempt, name)]), pa.array([stop - start])]
    return pa.RecordBatch.from_arrays(done, names=["task", "file", "rows"])


def _commit(target: Place, output: _Output, files: list[str], mode: Mode) -> None:
    """Makes the files of the attempts that Spark has taken visible, and no others."""
    names = target.names(output.folder) or []
    # A folder whose content changes is not whole until it is marked so again.
    if SUCCESS in names:
        target.remove([os.path.join(output.folder, SUCCESS)])
    if mode == "overwrite":
        old = [name for name in names if name not in (SUCCESS, TEMPORARY)]
        target.remove([os.path.join(output.folder, name) for name in old])
    # Files that are added do not take the places of others.
    suffix = f"-{output.job[:12]}" if mode == "append" else ""
    moves = [
        (os.path.join(output.temporary, file), os.path.join(output.folder, output.name(number, suffix)))
        for number, file in enumerate(files)
    ]
    try:
        target.publish(moves)
    except BaseException:
        # A part of a table is not left to be read.
        for _, path in moves:
            with contextlib.suppress(OSError):
                target.remove([path])
        raise
    target.touch(os.path.join(output.folder, SUCCESS))
