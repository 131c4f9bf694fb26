"""Test data on Apache Spark: a task makes a range of rows.

::

    import gusher.spark

    orders = gusher.spark.table(spark, "shop.toml", table="orders", partitions=200)
    gusher.spark.write(spark, "shop.toml", "s3://bucket/shop")
    spark.dataSource.register(gusher.spark.DataSource)
    orders = spark.read.format("gusher").options(table="orders").load("shop.toml")

The values are those of one machine, whatever the number of partitions and however often a task runs: a row follows from the
seed, the table, the column and its number. What is sent to the executors is the text of the schema and the seed, never rows.
"""

from __future__ import annotations

try:
    import pyspark as _pyspark
except ImportError as _error:
    raise ImportError("gusher.spark needs PySpark 4: pip install 'pyspark>=4'", name="pyspark") from _error

if int(_pyspark.__version__.split(".")[0]) < 4:
    raise ImportError(f"gusher.spark needs PySpark 4, and this is {_pyspark.__version__}: pip install 'pyspark>=4'")

from ._source import DataSource
from ._table import table
from ._write import write

__all__ = ["DataSource", "table", "write"]
