"""Where files are written: the file system that all machines share, or a store that fsspec knows.

A task writes into a folder of its own attempt, below that of the job, which the driver makes before and removes afterwards.
A task that still runs then finds its job's folder gone, and leaves nothing.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from .._gusher import Error

if TYPE_CHECKING:
    from collections.abc import Mapping

# Hadoop's names: what begins with an underscore is no data, and readers pass it over.
TEMPORARY, SUCCESS = "_temporary", "_SUCCESS"
# Hadoop's names for stores that fsspec has another name for.
_SCHEMES = {"s3a": "s3", "s3n": "s3", "wasb": "abfs", "wasbs": "abfs"}
# How many files are renamed at a time in a store where that takes a request.
_RENAMES = 16
# In a store an object of this name stands for the folder of a job.
_MARK = "_job"


class Place(Protocol):
    """A folder that files are written to. It is sent to tasks."""

    def names(self, folder: str) -> list[str] | None:
        """What is in a folder below it; ``None`` where there is none."""

    def begin(self, job: str) -> None:
        """Makes the folder of a job."""

    def attempt(self, job: str, attempt: str, name: str, write: Callable[[str], None]) -> int:
        """Writes a file of an attempt at a task; gives its size. Where the job has ended it fails and leaves nothing."""

    def publish(self, moves: list[tuple[str, str]]) -> None:
        """Renames files of attempts to what they are called for good."""

    def remove(self, paths: list[str]) -> None:
        """Removes files and folders."""

    def touch(self, path: str) -> None:
        """Makes an empty file."""

    def end(self, job: str) -> None:
        """Removes the folder of a job and all that is in it, and the folders around it that are empty."""


def place(path: str | os.PathLike[str], default: str | None, options: Mapping[str, Any] | None) -> Place:
    """The place of a path. One without a scheme is in the file system that Hadoop takes by default, if that is known."""
    text = os.fspath(path)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):/", text)
    if scheme is None and default is not None and not default.startswith("file:"):
        if not text.startswith("/"):
            raise Error(f"{text}: the default file system is {default}; write the whole path, from the / on")
        text = default.rstrip("/") + text
        scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):/", text)
    if scheme is None:
        return Local(os.path.abspath(text))
    if scheme[1].lower() == "file":
        return Local("/" + text[len("file:") :].lstrip("/"))
    name = scheme[1].lower()
    return Remote(_SCHEMES.get(name, name) + text[len(name) :], dict(options or {}))


class Local:
    """A folder of the file system."""

    def __init__(self, root: str) -> None:
        self._root = root

    def _at(self, path: str) -> str:
        return os.path.join(self._root, path)

    def names(self, folder: str) -> list[str] | None:
        if os.path.isfile(self._at(folder)):
            raise FileExistsError(f"{self._at(folder)} is a file")
        with contextlib.suppress(FileNotFoundError):
            return os.listdir(self._at(folder))
        return None

    def begin(self, job: str) -> None:
        os.makedirs(self._at(job))

    def attempt(self, job: str, attempt: str, name: str, write: Callable[[str], None]) -> int:
        folder = self._at(os.path.join(job, attempt))
        # Not with its parents: where the folder of the job is gone, this attempt is one too many.
        os.mkdir(folder)
        try:
            write(os.path.join(folder, name))
            return os.path.getsize(os.path.join(folder, name))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def publish(self, moves: list[tuple[str, str]]) -> None:
        for source, target in moves:
            os.replace(self._at(source), self._at(target))

    def remove(self, paths: list[str]) -> None:
        for path in paths:
            if os.path.isdir(self._at(path)) and not os.path.islink(self._at(path)):
                shutil.rmtree(self._at(path))
            else:
                os.unlink(self._at(path))

    def touch(self, path: str) -> None:
        with open(self._at(path), "wb"):
            pass

    def end(self, job: str) -> None:
        # Under another name first: an attempt that still runs can make nothing more in it.
        gone = self._at(job) + ".ended"
        with contextlib.suppress(FileNotFoundError):
            os.rename(self._at(job), gone)
        for _ in range(50):
            shutil.rmtree(gone, ignore_errors=True)
            if not os.path.exists(gone):
                break
            time.sleep(0.1)
        temporary = os.path.dirname(job)
        for folder in (temporary, os.path.dirname(temporary), ""):
            with contextlib.suppress(OSError):
                os.rmdir(self._at(folder))


class Remote:
    """A folder of a store that fsspec knows."""

    def __init__(self, root: str, options: dict[str, Any]) -> None:
        self._root = root.rstrip("/")
        self._options = options

    def _system(self) -> Any:
        try:
            import fsspec
        except ImportError as error:
            raise ImportError(f"{self._root}: fsspec is needed to write there: pip install fsspec", name="fsspec") from error
        return fsspec.core.url_to_fs(self._root, **self._options)[0]

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}".rstrip("/")

    def names(self, folder: str) -> list[str] | None:
        system = self._system()
        system.invalidate_cache()
        with contextlib.suppress(FileNotFoundError):
            found: list[str] = system.ls(self._at(folder), detail=False)
            return [name.rstrip("/").rsplit("/", 1)[-1] for name in found]
        return None

    def begin(self, job: str) -> None:
        system = self._system()
        system.makedirs(self._at(job), exist_ok=True)
        system.pipe_file(self._at(f"{job}/{_MARK}"), b"gusher\n")

    def _check(self, system: Any, job: str) -> None:
        system.invalidate_cache()
        if not system.exists(self._at(f"{job}/{_MARK}")):
            raise Error("the job has ended")

    def attempt(self, job: str, attempt: str, name: str, write: Callable[[str], None]) -> int:
        system, folder = self._system(), self._at(f"{job}/{attempt}")
        with _scratch() as local:
            write(os.path.join(local, name))
            self._check(system, job)
            try:
                system.makedirs(folder, exist_ok=True)
                system.put_file(os.path.join(local, name), f"{folder}/{name}")
                self._check(system, job)
            except BaseException:
                with contextlib.suppress(FileNotFoundError, OSError):
                    system.rm(folder, recursive=True)
                raise
            return os.path.getsize(os.path.join(local, name))

    def publish(self, moves: list[tuple[str, str]]) -> None:
        system = self._system()

        def move(one: tuple[str, str]) -> None:
            system.mv(self._at(one[0]), self._at(one[1]))

        with ThreadPoolExecutor(_RENAMES) as pool:
            list(pool.map(move, moves))

    def remove(self, paths: list[str]) -> None:
        system = self._system()
        for path in paths:
            system.rm(self._at(path), recursive=True)

    def touch(self, path: str) -> None:
        self._system().pipe_file(self._at(path), b"")

    def end(self, job: str) -> None:
        system = self._system()
        # Without its mark no other attempt begins to upload; one that does so now removes what it wrote.
        for path in (f"{job}/{_MARK}", job):
            with contextlib.suppress(FileNotFoundError):
                system.rm(self._at(path), recursive=True)
        temporary = os.path.dirname(job)
        for folder in (temporary, os.path.dirname(temporary), ""):
            with contextlib.suppress(OSError):
                system.rmdir(self._at(folder))


@contextlib.contextmanager
def _scratch() -> Iterator[str]:
    """A folder of this machine, where Spark has its own temporary files."""
    folders = (os.environ.get("LOCAL_DIRS") or os.environ.get("SPARK_LOCAL_DIRS") or "").split(",")
    folder = folders[0] if os.path.isdir(folders[0]) else None
    with tempfile.TemporaryDirectory(prefix="gusher-", dir=folder) as made:
        yield made
