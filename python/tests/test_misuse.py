"""Interrupts, forks, processes, subinterpreters."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import gusher as g


def interrupted(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs code that begins a long call after it has said so, and interrupts it there."""
    program = "import signal, gusher as g\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program += "t = g.table('t', 10**10, seed=1, columns={'id': 'seq', 'name': 'name', 'text': 'paragraph'})\n"
    program += f"try:\n    print('begun', flush=True)\n{textwrap.indent(code, '    ')}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    # It may not be in the call yet: an interrupt before it ends it as well.
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    return subprocess.CompletedProcess([], process.returncode, output, errors)


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("code", ["t.write('t.csv')", "t.write('t.parquet')", "t[:10**7].to_dicts()", "[row for row in t]", "t.to_dict()"])
def test_an_interrupt_ends_a_long_call(code: str, tmp_path: Path) -> None:
    made = interrupted(code, tmp_path)
    assert made.stdout == "interrupted\n", made.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_an_interrupt_ends_a_stream_that_another_library_reads(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    code = "import pyarrow as pa\nfor batch in pa.RecordBatchReader.from_stream(t): pass"
    assert interrupted(code, tmp_path).stdout == "interrupted\n"


def test_a_closed_reader_gives_no_more() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    reader = g.table("t", 1000, seed=1, columns={"id": "seq"}).reader(batch_rows=10)
    reader.read_next_batch()
    reader.close()
    with pytest.raises((pa.ArrowInvalid, ValueError)):
        reader.read_next_batch()


def test_a_stream_is_read_once_and_says_so() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    table = g.table("t", 10, seed=1, columns={"id": "seq"})
    stream = table.stream()
    assert pa.table(stream).num_rows == 10
    with pytest.raises(g.Error, match="read once"):
        pa.table(stream)
    # The table itself is read as often as one likes.
    assert [pa.table(table).num_rows for _ in range(2)] == [10, 10]


def test_large_arrays_outlive_their_table_and_cross_a_fork() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    program = textwrap.dedent(
        """
        import os, gusher as g
        t = g.table("t", 2_000_000, seed=1, columns={"id": "seq", "n": "int:1,9"})
        kept = t.to_arrow(threads=1)
        whole = t.to_arrow(threads=2)
        del t
        child = os.fork() if hasattr(os, "fork") else 0
        again = g.table("t", 2_000_000, seed=1, columns={"id": "seq", "n": "int:1,9"}).to_arrow(threads=1)
        assert again.equals(kept) and whole.combine_chunks().equals(kept.combine_chunks())
        del kept, again
        if child:
            assert os.waitpid(child, 0)[1] == 0
            print("the same")
        """
    )
    assert pa
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert made.stdout == "the same\n" or not hasattr(os, "fork"), made.stderr


def _row(table: g.Table) -> dict[str, object]:
    return table[99]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_are_sent_a_sentence(method: str, people: g.Table) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("there is no fork here")
    people.select("id", "name").to_dicts()
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_row, [people, people[:100]]) == [people[99]] * 2


def test_subinterpreters_are_refused_with_a_message() -> None:
    program = textwrap.dedent(
        """
        import sys
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        import gusher
        one = interpreters.create()
        try:
            found = interpreters.run_string(one, "import gusher._gusher")
        except Exception as error:
            found = error
        print(found)
        """
    )
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "subinterpreter" in (made.stdout + made.stderr).lower()


def test_importing_takes_no_other_library() -> None:
    program = "import sys, gusher; print(sorted({'pyarrow', 'pandas', 'polars', 'numpy', 'asyncio'} & set(sys.modules)))"
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert made.stdout == "[]\n"
