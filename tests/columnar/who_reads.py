"""Which readers see the values of each type in Parquet files.

    who_reads.py FOLDER [READER …]

For each NAME.parquet of the folder, with the columns `id` and `v` and a NAME.ndjson beside it, a line for each reader: the name, the reader and
what it makes of `v`, separated by tabs: `yes` where the values are those of the ndjson, `bytes` where they arrive as bytes, `no` where the
file is refused, `wrong` where they differ."""

import datetime
import decimal
import importlib.util
import json
import math
import os
import struct
import sys
import uuid
import warnings
from pathlib import Path

warnings.simplefilter("ignore")


def by_pyarrow(path):
    import pyarrow.parquet as pq

    return pq.ParquetFile(path).read().column("v").to_pylist()


def by_duckdb(path):
    import duckdb

    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    # Its client makes spans without months of intervals, and wants another package for times in a zone.
    kind = connection.sql(f"select any_value(typeof(v)) from read_parquet('{path}')").fetchall()[0][0]
    value = "v"
    if kind == "INTERVAL":
        value = "replace(replace(v::varchar, 'months', 'mons'), 'month', 'mon')"
    elif "TIME ZONE" in kind or kind.startswith("TIMESTAMPTZ"):
        value = "v::timestamptz at time zone 'UTC'"
    return [row[0] for row in connection.sql(f"select {value} from read_parquet('{path}') order by id").fetchall()]


def by_polars(path):
    import polars

    return polars.read_parquet(path)["v"].to_list()


def by_fastparquet(path):
    import fastparquet
    import pandas

    column = fastparquet.ParquetFile(str(path)).to_pandas()["v"]
    return [None if is_missing(pandas, value) else plain(value) for value in column]


def is_missing(pandas, value):
    return value is None or (not isinstance(value, (list, dict)) and bool(pandas.isna(value)))


def plain(value):
    """A value without pandas or numpy around it."""
    if hasattr(value, "to_pydatetime"):
        return value.to_pydatetime()
    if hasattr(value, "to_pytimedelta"):
        return value.to_pytimedelta()
    return value.item() if hasattr(value, "item") else value


SPARK = []


def by_spark(path):
    if not SPARK:
        from pyspark.sql import SparkSession

        options = {"spark.ui.enabled": "false", "spark.sql.session.timeZone": "UTC", "spark.log.level": "OFF"}
        builder = SparkSession.builder.master("local[1]")
        for name, value in options.items():
            builder = builder.config(name, value)
        SPARK.append(builder.getOrCreate())
    return [row.v for row in SPARK[0].read.parquet(str(path)).orderBy("id").select("v").collect()]


READERS = {"pyarrow": by_pyarrow, "duckdb": by_duckdb, "polars": by_polars, "fastparquet": by_fastparquet, "pyspark": by_spark}


def rendered(value):
    """A value as ndjson has it, but numbers as numbers."""
    match value:
        case datetime.datetime():
            own = value.astimezone(datetime.timezone.utc) if value.tzinfo else value
            return own.replace(tzinfo=None, microsecond=own.microsecond // 1000 * 1000).isoformat()
        case datetime.date() | datetime.time():
            return value.isoformat()
        case datetime.timedelta():
            return value.total_seconds()
        case uuid.UUID():
            return str(value)
        case decimal.Decimal():
            return float(value)
        case bool() | str() | None:
            return value
        case int() | float():
            return float(value)
        case bytes() | bytearray():
            return bytes(value).hex()
        case dict():
            return {name: rendered(item) for name, item in value.items()}
        # Spark's structs are tuples, too.
        case _ if hasattr(value, "asDict"):
            return rendered(value.asDict())
        case list() | tuple():
            return [rendered(item) for item in value]
        case _ if hasattr(value, "tolist"):
            return rendered(value.tolist())
        case _:
            return repr(value)


def is_same(found, wanted):
    """Whether a value is one of ndjson: also a time that arrives as a date, or a length of time as seconds."""
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(is_same(*pair) for pair in zip(found, wanted))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return found.keys() == wanted.keys() and all(is_same(found[name], wanted[name]) for name in wanted)
    if isinstance(found, float) and isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        return found in (wanted, as_half(wanted)) or math.isclose(found, wanted, rel_tol=1e-15) or as_single(wanted) == found
    if isinstance(found, float) and isinstance(wanted, str):
        return in_seconds(wanted) in (found, found / 1e6, found / 1e9) or str(found).lower() == wanted.lower()
    if isinstance(found, str) and isinstance(wanted, str):
        return found in (wanted, wanted.removesuffix("Z").removesuffix(".000"), f"{wanted}T00:00:00")
    return found == wanted


def as_single(number):
    """The nearest floating-point number of 32 bits."""
    return struct.unpack("f", struct.pack("f", number))[0] if abs(number) < 1e38 else number


def as_half(number):
    """The nearest floating-point number of 16 bits."""
    return struct.unpack("e", struct.pack("e", number))[0] if abs(number) < 65520 else number


def in_seconds(text):
    """A time of day, or an ISO 8601 length of time, in seconds."""
    if len(text) == 8 and text[2] == text[5] == ":":
        hours, minutes, seconds = map(int, text.split(":"))
        return 3600.0 * hours + 60 * minutes + seconds
    units, total, number = {"D": 86400, "H": 3600, "M": 60, "S": 1}, 0.0, ""
    for letter in text[1:]:
        if letter.isdigit():
            number += letter
        elif letter in units and number:
            total, number = total + int(number) * units[letter], ""
    return total


def span(value):
    """The twelve bytes of an INTERVAL as PostgreSQL writes it."""
    months, days, millis = struct.unpack("<III", value)
    years, months = divmod(months, 12)
    seconds, millis = divmod(millis, 1000)
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}" + (f".{millis:03}".rstrip("0") if millis else "")
    counted = [(years, "year"), (months, "mon"), (days, "day")]
    words = [f"{count} {unit}" + ("s" if count != 1 else "") for count, unit in counted if count]
    return " ".join(words + ([clock] if seconds or millis or not words else []))


def entries(value):
    """A map as a dictionary, where a reader has pairs or structs of keys and values."""
    if not isinstance(value, (list, tuple)):
        return value
    return dict((item["key"], item["value"]) if isinstance(item, dict) else tuple(item) for item in value)


def verdict(path, read, wanted):
    try:
        values = read(path)
    except BaseException as refused:  # Polars raises its panics as such
        if os.environ.get("WHY"):
            print(path.stem, type(refused).__name__, str(refused)[:200], file=sys.stderr)
        return "no"
    are_bytes = any(isinstance(value, (bytes, bytearray)) for value in values)
    if are_bytes and path.stem.endswith("interval"):
        values = [value and span(value) for value in values]
    if path.stem.endswith("json"):
        values = [value if value is None or isinstance(value, dict) else json.loads(value) for value in values]
    if path.stem.endswith("map"):
        values = [entries(value) for value in values]
    if len(values) != len(wanted):
        return "wrong"
    for found, line in zip(map(rendered, values), wanted):
        as_hex = line.replace("-", "") if isinstance(line, str) else line
        as_text = line.encode().hex() if isinstance(line, str) else None
        if path.stem.endswith("float16") and line is not None:
            as_text = struct.pack("<e", line).hex()
        if not is_same(found, line) and not (are_bytes and found in (as_hex, as_text)):
            if os.environ.get("WHY"):
                print(path.stem, read.__name__, repr(found), repr(line), file=sys.stderr)
            return "wrong"
    return "bytes" if are_bytes and not path.stem.endswith("bytes") else "yes"


def main():
    # Spark takes minutes: it is run where it is named.
    chosen = sys.argv[2:] or [name for name in READERS if name != "pyspark" and importlib.util.find_spec(name)]
    for path in sorted(Path(sys.argv[1]).glob("*.parquet")):
        with open(path.with_suffix(".ndjson"), encoding="utf-8") as lines:
            wanted = [json.loads(line)["v"] for line in lines]
        for reader in chosen:
            print(path.stem, reader, verdict(path, READERS[reader], wanted), sep="\t")


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)
