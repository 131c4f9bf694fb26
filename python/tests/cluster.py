"""A Spark of the tests' own: sessions, and columns whose functions disturb the tasks that make them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

import gusher as g

CONFIG = {
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.executor.memory": "512m",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
    # Spark's library for snappy fails where both musl and glibc are installed.
    "spark.sql.parquet.compression.codec": "zstd",
}


def java() -> str:
    """The program that runs Spark."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which(os.path.join(home, "bin", "java") if home else "java") or "false"


def need_spark() -> None:
    """Skips where there is no PySpark or no Java, and says which."""
    pytest.importorskip("pyspark", reason="pyspark is missing")
    # macOS has a java that only says that there is none.
    if subprocess.run([java(), "-version"], capture_output=True, check=False).returncode != 0:
        pytest.skip("java is missing")


@contextmanager
def session(master: str, **config: str) -> Iterator[Any]:
    """A session, which is stopped at the end."""
    import pyspark
    from pyspark import cloudpickle
    from pyspark.sql import SparkSession

    # The executors cannot import this file.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])  # type: ignore[no-untyped-call]
    # Without asking the network what this machine is called.
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", SPARK_LOCAL_HOSTNAME="localhost")
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master)
    for key, value in {**CONFIG, **config}.items():
        builder = builder.config(key, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    try:
        yield made
    finally:
        made.stop()


@contextmanager
def two_executors() -> Iterator[Any]:
    """A session whose two executors are processes of their own; or where these cannot be started, threads of one, which is noted."""
    with ExitStack() as ended:
        try:
            made = ended.enter_context(session("local-cluster[2,1,1024]"))
            made.range(1).count()
        except Exception as reason:
            log = os.environ.get("GUSH_TESTS_NOT_RUN")
            if log:
                with open(log, "a", encoding="utf-8") as file:
                    file.write(f"not run: executors of Spark in processes of their own: {str(reason).splitlines()[0]}\n")
            ended.close()
            made = ended.enter_context(session("local[2,4]"))
        yield made


@contextmanager
def standalone(folder: Path) -> Iterator[str]:
    """A master and two workers on two addresses of this machine: Spark runs a speculative copy on another host only."""
    import pyspark

    home = os.path.dirname(pyspark.__file__)
    base = [java(), "-Xmx256m", "-cp", os.path.join(home, "jars", "*")]
    core = next(Path(home, "jars").glob("spark-core_*.jar")).name
    environment = {
        **os.environ,
        "SPARK_HOME": home,
        # What the scripts of Spark find out before they start a worker.
        "SPARK_SCALA_VERSION": core.removeprefix("spark-core_").split("-")[0],
        "SPARK_WORKER_DIR": str(folder / "work"),
        "PYSPARK_PYTHON": sys.executable,
    }
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *words: str) -> Path:
        log = folder / f"{name}.log"
        with log.open("wb") as out:
            kind = "master.Master" if name == "master" else "worker.Worker"
            words = (f"org.apache.spark.deploy.{kind}", *words)
            started.append(subprocess.Popen([*base, *words], env=environment, stdout=out, stderr=out, cwd=folder))
        return log

    def told(log: Path, text: str) -> str:
        end = time.monotonic() + 600
        while time.monotonic() < end:
            for line in log.read_text(errors="replace").splitlines():
                if text in line:
                    return line
            time.sleep(0.1)
        raise AssertionError(f"{log.name} never says {text!r}: {log.read_text(errors='replace')}")

    try:
        log = start("master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        master = "spark://" + told(log, "Starting Spark master at spark://").rsplit("spark://", 1)[1].strip()
        for number in (2, 3):
            host = f"127.0.0.{number}"
            worker = start(f"worker-{number}", "--host", host, "--cores", "1", "--memory", "1g", "--webui-port", "0", master)
            told(worker, "Successfully registered with master")
        yield master
    finally:
        for process in started:
            process.terminate()
            process.wait()


# --- columns that disturb --------------------------------------------------------------------------------


def disturbed(folder: Path, row: int, times: int, act: Callable[[], None]) -> g.Column:
    """The column ``id`` again. The first so many times that its row `row` is made, `act` is called."""
    marks = [str(folder / f"mark-{number}") for number in range(times)]

    def values(ids: Any) -> Any:
        if len(ids) and ids[0].as_py() <= row <= ids[len(ids) - 1].as_py():
            for mark in marks:
                try:
                    os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    continue
                act()
                break
        return ids

    return g.column(values, "id", type="int64")


def was_called(folder: Path, times: int) -> bool:
    """Whether `disturbed` has acted so often."""
    return len(list(folder.glob("mark-*"))) == times


def kill_worker() -> None:
    """Kills the process that makes the rows."""
    os.kill(os.getpid(), signal.SIGKILL)


def kill_executor() -> None:
    """Kills the JVM that this process works for, and with it all that run in it."""

    def parent(process: int) -> int:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])

    process = os.getpid()
    while True:
        process = parent(process)
        with open(f"/proc/{process}/comm", encoding="utf-8") as file:
            if file.read().strip() == "java":
                os.kill(process, signal.SIGKILL)
                time.sleep(60)


def fail() -> None:
    """Raises an exception."""
    raise RuntimeError("disturbed")
