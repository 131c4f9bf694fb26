"""The duckdb shell, as far as the guide uses it: duckdb [-csv] FILE [SQL]. Without SQL it reads standard input."""

import csv
import sys

import duckdb

words = [word for word in sys.argv[1:] if word != "-csv"]
database = duckdb.connect(words[0])
script = words[1] if len(words) > 1 else sys.stdin.read()
result = database.execute(script)
if "-csv" in sys.argv:
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(column[0] for column in result.description)
    out.writerows(result.fetchall())
