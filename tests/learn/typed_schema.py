"""The types of the columns of a Parquet or Arrow file, with all that they have in them, one line a column.

    typed_schema.py FILE"""

import os
import sys

import pyarrow.ipc as ipc
import pyarrow.parquet as pq

if sys.argv[1].endswith(".arrow"):
    schema = ipc.open_file(sys.argv[1]).schema
else:
    schema = pq.ParquetFile(sys.argv[1]).schema_arrow
for field in schema:
    # A text is one, whether it is in a dictionary or not.
    kind = str(field.type)
    print(field.name, "string" if kind.startswith("dictionary<values=string") else kind, sep="\t")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)
