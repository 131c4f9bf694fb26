"""What a reader makes of the files of a corpus of Parquet.

    corpus.py READER DIR [FILE…]

READER is pyarrow, duckdb, polars or fastparquet, or a path of gush. For each file of the manifest a line: its path and what came of it: `right` where all values are those of
the NDJSON, `refused` where there is an error, `other values`, `crash`, `hang`, `memory` where it took more than a gigabyte or wanted more than
there was; and after a tab the first line of the error. The files are read by a child, which another one follows if it ends. The files that are named are left out."""

import concurrent.futures
import datetime
import decimal
import json
import os
import re
import resource
import signal
import struct
import subprocess
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
GIB = 1 << 30
# Memory besides what a reader has when it begins, and seconds of the processor for a file.
MEMORY, SECONDS = 3 * GIB, 2
UNITS = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}


def arrow_of_pyarrow(path):
    import pyarrow.parquet as pq

    # Not by several threads, which a child would not have.
    return pq.ParquetFile(path, page_checksum_verification=True).read(use_threads=False)


# That of a child, to DuckDB.
CONNECTION = []


def arrow_of_duckdb(path):
    import duckdb

    if not CONNECTION:
        CONNECTION.append(duckdb.connect(config={"threads": 1}))
        CONNECTION[0].execute("set timezone = 'UTC'")
    return CONNECTION[0].sql(f"select * from read_parquet('{path}')").to_arrow_table()


def arrow_of_polars(path):
    import polars

    return polars.read_parquet(path).to_arrow()


def by_arrow(read):
    """The columns `id` and `v` of an Arrow table, as they are compared."""

    def columns(path, entry):
        table = read(path)
        return table.column("id").to_pylist(), [value for chunk in table.column("v").chunks for value in of_arrow(chunk, entry["type"])]

    return columns


def of_arrow(array, kind):
    """The values of an array as they are compared."""
    import pyarrow as pa

    of = array.type
    if isinstance(of, pa.ExtensionType) or hasattr(of, "storage_type"):
        return of_arrow(array.storage, kind)
    if pa.types.is_dictionary(of):
        return of_arrow(array.dictionary_decode(), kind)
    if pa.types.is_map(of):
        keys, items = of_arrow(array.keys, "string"), of_arrow(array.items, kind)
        offsets = array.offsets.to_pylist()
        pairs = [[{"key": keys[at - offsets[0]], "value": items[at - offsets[0]]} for at in range(start, end)] for start, end in zip(offsets, offsets[1:])]
        return [None if is_null else own for is_null, own in zip(array.is_null().to_pylist(), pairs)]
    if pa.types.is_struct(of):
        fields = {of.field(at).name: of_arrow(array.field(at), "string" if of.field(at).name == "key" else kind) for at in range(of.num_fields)}
        rows = [{name: values[row] for name, values in fields.items()} for row in range(len(array))]
        return [None if is_null else row for is_null, row in zip(array.is_null().to_pylist(), rows)]
    if pa.types.is_list(of) or pa.types.is_large_list(of):
        # Without the first items of another slice, and without those of nulls.
        items, lists, at = of_arrow(array.flatten(), kind), [], 0
        for is_null, count in zip(array.is_null().to_pylist(), array.value_lengths().to_pylist()):
            lists.append(None if is_null else items[at : at + count])
            at += 0 if is_null else count
        return lists
    factor = None
    if pa.types.is_date32(of) or pa.types.is_time32(of):
        factor, array = (1 if pa.types.is_date32(of) else UNITS[of.unit]), array.view(pa.int32())
    elif pa.types.is_time64(of) or pa.types.is_timestamp(of):
        factor, array = UNITS[of.unit], array.view(pa.int64())
    return [None if value is None else leaf(value if factor is None else value * factor, kind) for value in array.to_pylist()]


def by_fastparquet(path, entry):
    import fastparquet
    import pandas

    frame = fastparquet.ParquetFile(str(path)).to_pandas()
    column = frame["v"]
    if str(column.dtype).startswith("datetime64"):
        unit = UNITS[re.search(r"\[(\w+)", str(column.dtype)).group(1)]
        days = entry["type"] == "date"
        values = [None if is_null else number * unit // (86_400_000_000_000 if days else 1) for number, is_null in zip(column.astype("int64"), column.isna())]
    elif str(column.dtype).startswith("timedelta64"):
        unit = UNITS[re.search(r"\[(\w+)", str(column.dtype)).group(1)]
        values = [None if is_null else number * unit for number, is_null in zip(column.astype("int64"), column.isna())]
    else:
        values = column.tolist()
    is_float = entry["type"] in ("float", "double", "float16")
    missing = lambda value: value is None or value is pandas.NA or value is pandas.NaT or (isinstance(value, float) and value != value and not is_float)
    of = lambda value: None if missing(value) else nested(value, entry["type"])
    return frame["id"].tolist(), [of(value) for value in values]


def nested(value, kind):
    if isinstance(value, dict):
        return {name: None if item is None else nested(item, kind) for name, item in value.items()}
    if isinstance(value, list):
        return [None if item is None else nested(item, kind) for item in value]
    return leaf(value, kind)


def leaf(value, kind):
    """A value as it is compared."""
    if kind in ("float", "double", "float16"):
        value = float(value)
        return "NaN" if value != value else value.hex()
    if kind.startswith("decimal"):
        return decimal.Decimal(value)
    if kind == "date" and isinstance(value, datetime.date):
        return value.toordinal() - 719_163
    if kind == "uuid" and not isinstance(value, bytes):
        return str(value).replace("-", "")
    if kind == "interval":
        if isinstance(value, bytes):
            return list(struct.unpack("<III", value))
        months, days, nanos = value[0], value[1], value[2]
        return [months, days, nanos // 1_000_000]
    if kind in ("string", "enum", "json"):
        return value.decode() if isinstance(value, bytes) else value
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).hex()
    if kind == "bool":
        return bool(value)
    return int(value) if hasattr(value, "__index__") else value


def truth(value, kind):
    """A value of the NDJSON as it is compared."""
    if value is None:
        return None
    if isinstance(value, list):
        return [truth(item, kind) for item in value]
    if isinstance(value, dict):
        if kind == "interval" and set(value) == {"months", "days", "milliseconds"}:
            return [value["months"], value["days"], value["milliseconds"]]
        return {name: item if name == "key" else truth(item, kind) for name, item in value.items()}
    if kind in ("float", "double", "float16"):
        return leaf(value.replace("Infinity", "inf") if isinstance(value, str) else value, kind)
    if kind == "date":
        return days_of(value)
    if kind.startswith("time-"):
        return nanos_of(value)
    if kind.startswith("timestamp") or kind == "int96":
        date, time = value.rstrip("Z").split("T")
        return days_of(date) * 86_400_000_000_000 + nanos_of(time)
    if kind in ("bson", "fixed", "binary"):
        return value
    return leaf(value, kind)


def days_of(text):
    return datetime.date.fromisoformat(text).toordinal() - 719_163


def nanos_of(text):
    clock, places = text.split(".")
    hour, minute, second = map(int, clock.split(":"))
    return (hour * 3600 + minute * 60 + second) * 1_000_000_000 + int(places.ljust(9, "0"))


def is_equal(found, wanted):
    """Whether rows are equal, where a map may be a dict."""
    if isinstance(wanted, list) and isinstance(found, dict):
        is_map = all(isinstance(entry, dict) and set(entry) == {"key", "value"} for entry in wanted)
        return is_map and found == {entry["key"]: entry["value"] for entry in wanted}
    if isinstance(wanted, list) and isinstance(found, (list, tuple)):
        return len(found) == len(wanted) and all(map(is_equal, found, wanted))
    return type(found) is type(wanted) and found == wanted


READERS = {
    "pyarrow": by_arrow(arrow_of_pyarrow),
    "duckdb": by_arrow(arrow_of_duckdb),
    "polars": by_arrow(arrow_of_polars),
    "fastparquet": by_fastparquet,
}
IMPORTS = {"pyarrow": "pyarrow.parquet", "duckdb": "pyarrow", "polars": "pyarrow", "fastparquet": "pandas"}


def outcome(read, folder, entry):
    path = folder / entry["file"]
    rows = [json.loads(line) for line in (folder / entry["values"]).read_text().splitlines()]
    try:
        ids, values = read(path, entry)
    except MemoryError as error:
        return "memory", repr(error)
    except BaseException as error:
        text = f"{type(error).__name__}: {error}".strip().splitlines()[0]
        return "memory" if re.search(r"out of memory|allocat|bad_alloc", text, re.I) else "refused", text
    wanted = [truth(row["v"], entry["type"]) for row in rows]
    if len(values) != len(wanted) or ids != [row["id"] for row in rows]:
        return "other values", f"{len(values)} rows"
    for row, (found, true) in enumerate(zip(values, wanted)):
        if not is_equal(found, true):
            return "other values", f"row {row}: {found!r} for {true!r}"[:200]
    return "right", ""


def child(read, folder, entries, pipe):
    """Reads files, and says what came of each as soon as it is known."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # fastparquet prints what it finds wrong.
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    with os.fdopen(pipe, "w", buffering=1) as out:
        for entry in entries:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            what, why = outcome(read, folder, entry)
            if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before > GIB // 1024:
                what = "memory"
            out.write(json.dumps([what, why]) + "\n")
    os._exit(0)


def by_children(read, folder, entries):
    while entries:
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            child(read, folder, entries, writing)
        os.close(writing)
        with os.fdopen(reading) as answers:
            found = [json.loads(line) for line in answers]
        status = os.waitpid(pid, 0)[1]
        yield from found
        entries = entries[len(found) :]
        if entries:
            died = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            yield ("hang", "") if died == signal.SIGPROF else ("crash", f"signal {died}")
            entries = entries[1:]


def by_gush(program, folder, entries):
    """`gush learn` reads the rows and the metadata of a file, and shows no values."""

    def one(entry):
        limits = lambda: (resource.setrlimit(resource.RLIMIT_AS, (GIB // 2, GIB // 2)), resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
        run = subprocess.run([program, "learn", folder / entry["file"]], capture_output=True, text=True, preexec_fn=limits)
        lines = run.stderr.strip().splitlines()
        what = {0: "read", 2: "refused", -signal.SIGXCPU: "hang"}.get(run.returncode, "crash")
        return what, "" if what == "read" or not lines else lines[-1].strip(" ^")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(one, entries)


def main():
    name, folder = sys.argv[1], Path(sys.argv[2])
    decimal.getcontext().prec = 60
    entries = json.loads((folder / "manifest.json").read_text())["files"]
    # Those that it hangs with, or reads memory that is not its own.
    skipped = set(sys.argv[3:])
    entries = [entry for entry in entries if entry["file"] not in skipped]
    if name in READERS:
        # A child has no other threads than the one that forked it.
        os.environ["POLARS_MAX_THREADS"] = "1"
        __import__(IMPORTS[name])
        __import__(name)
        found = by_children(READERS[name], folder, entries)
    else:
        found = by_gush(name, folder, entries)
    for entry, (what, why) in zip(entries, found):
        print(entry["file"], what, " ".join(why.split()), sep="\t")


main()
