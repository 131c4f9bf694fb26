"""Reads tables of Delta Lake and Iceberg by an engine's own readers, and compares all values with those of ndjson.

    lake_engines.py FOLDER duckdb|spark    FOLDER has `delta/`, `iceberg/` and `all.ndjson`

DuckDB needs its extensions as Python packages (tests/lakes.txt). Spark needs pyspark 4.0 and the jars of delta-spark, delta-storage and
iceberg-spark-runtime, whose paths are in the environment variable LAKE_JARS, with commas between them.
"""

import datetime
import decimal
import glob
import json
import os
import pathlib
import sys
import uuid

folder, engine = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
rows = [json.loads(line) for line in (folder / "all.ndjson").read_text().splitlines()]
names = list(rows[0])
os.environ["TZ"] = "UTC"


def plain(value):
    """A value as ndjson has it."""
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    return value


class DuckDb:
    def __init__(self):
        import duckdb

        site = os.path.dirname(os.path.dirname(duckdb.__file__))
        self.connection = duckdb.connect()
        # In this order: that of Iceberg reads Avro by the one before it.
        for name in ["avro", "delta", "iceberg"]:
            (file,) = glob.glob(f"{site}/duckdb_extension_{name}/**/{name}.duckdb_extension", recursive=True)
            self.connection.execute(f"load '{file}'")
        self.connection.execute("set timezone = 'UTC'; set unsafe_enable_version_guessing = true")

    def rows(self, table, condition):
        columns = ", ".join(f'"{name}"' for name in names)
        condition = condition.format(at='"at"')
        query = f"select {columns} from {table}_scan('{folder / table}') where {condition}"
        return self.connection.sql(query).fetchall()


class Spark:
    def __init__(self):
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]").config("spark.jars", os.environ["LAKE_JARS"])
        for key, value in {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.shuffle.partitions": "1",
            "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
            "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        }.items():
            builder = builder.config(key, value)
        self.session = builder.getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")

    def rows(self, table, condition):
        frame = self.session.read.format(table).load(str(folder / table))
        return [tuple(row) for row in frame.select(*names).where(condition.format(at="at")).collect()]


reader = {"duckdb": DuckDb, "spark": Spark}[engine]()
for table in ["delta", "iceberg"]:
    for condition, wanted in [
        ("true", rows),
        ("country is null", [row for row in rows if row["country"] is None]),
        ("country = 'FR' and id > 1990", [row for row in rows if row["country"] == "FR" and row["id"] > 1990]),
        (
            "{at} >= '2022-01-10 00:00:00' and {at} < '2022-01-11 00:00:00'",
            [row for row in rows if row["at"][:10] == "2022-01-10"],
        ),
    ]:
        found = sorted((dict(zip(names, map(plain, row))) for row in reader.rows(table, condition)), key=lambda row: row["id"])
        assert found == wanted, (table, condition, len(found), len(wanted), found[:1])

print(f"{len(rows)} rows of delta and iceberg are read by {engine}")
sys.stdout.flush()
os._exit(0)
