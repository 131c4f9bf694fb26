"""Ctrl-C ends every call that makes rows, soon, and leaves no file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import sys
import gusher as g
table = g.table("t", 2_000_000_000, seed=1, columns={"id": "seq", "name": "name", "price": "decimal:0,9,2", "email": "email"})
fake = g.Faker(seed=1)
print("begins", flush=True)
"""
CALLS = {
    "to_dict": "table.to_dict()",
    "to_dicts": "table.to_dicts()",
    "iteration": "for row in table: pass",
    "to_arrow": "table.to_arrow()",
    "to_polars": "table.to_polars()",
    "to_pandas": "table.to_pandas()",
    "reader": "for batch in table.reader(): pass",
    "lazy": "table.lazy().select('name').filter(g_pl.col('name') == 'nobody').collect()",
    "write csv": "table.write(sys.argv[1] + '/t.csv')",
    "write parquet": "table.write(sys.argv[1] + '/t.parquet')",
    "Faker": "while True: fake.text(max_nb_chars=1000)",
    "unique": "while True: fake.unique.email()",
    "texts": "fake.texts(nb_texts=10**6, max_nb_chars=10**6)",
    "words": "fake.words(10**9)",
    "csv": "fake.csv(num_rows=10**9)",
}


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("name", CALLS)
def test_a_signal_ends_it(name: str, tmp_path: Path) -> None:
    head = "import polars as g_pl\n" if name == "lazy" else ""
    code = head + CODE + CALLS[name]
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        try:
            assert running.stdout.readline() == "begins\n"
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(0.5)
            running.send_signal(signal.SIGINT)
            _, errors = running.communicate(timeout=20)
        finally:
            running.kill()
    assert "KeyboardInterrupt" in errors, errors
    assert list(tmp_path.iterdir()) == []
