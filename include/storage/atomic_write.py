"""Write files of a run, in a local folder or an object store, completely or not at all."""

import shutil
from contextlib import suppress
from pathlib import Path

from include.storage.errors import StorageError
from include.storage.path import SCHEME, AnyPath


def put(file: AnyPath, content: str | bytes) -> None:
    """Write a file, and create its folder if necessary.

    Raises:
        OSError: the file cannot be written; in an object store, a StorageError.
    """
    content = content.encode() if isinstance(content, str) else content
    if not isinstance(file, Path):
        file.fs.pipe_file(file.path, content)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f".{file.name}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def put_all(files: list[Path], folder: AnyPath) -> None:
    """Copy files into a folder."""
    for file in files:
        put(folder / file.name, file.read_bytes())


def move(folder: AnyPath, to: AnyPath) -> None:
    """Move a folder of files; in an object store, which cannot rename, by copying and removing them."""
    if isinstance(folder, Path) and isinstance(to, Path):
        to.parent.mkdir(exist_ok=True)
        folder.rename(to)
    elif isinstance(folder, Path):
        put_all([file for file in folder.iterdir() if file.is_file()], to)
        shutil.rmtree(folder)
    else:
        objects = [file for file in folder.iterdir() if file.is_file()]
        for file in objects:
            file.fs.cp_file(file.path, str(to / file.name))
        folder.fs.rm(folder.path, recursive=True)


def set_latest(latest: AnyPath, name: str) -> None:
    """Make ``latest`` refer to the folder of that name beside it: a link, or an object with the name."""
    if not isinstance(latest, Path):
        put(latest, f"{name}\n")
        return
    link = latest.with_name(f".{latest.name}.new")
    link.unlink(missing_ok=True)
    link.symlink_to(name)
    link.replace(latest)


def check_storage(runs: AnyPath) -> None:
    """Check that runs can be stored there, as far as that is possible without writing.

    Raises:
        StorageError: they cannot; the message tells what to correct.
    """
    if isinstance(runs, Path):
        if len(runs.parts) > 1 and runs.parts[0].endswith(":"):
            known = f"a folder, or {SCHEME}bucket/prefix"
            raise StorageError(f"KERRAN_RUNS: {runs.parts[0]}// is not supported; use {known}")
    elif not (bucket := str(runs).removeprefix(SCHEME).partition("/")[0]) or "@" in bucket:
        raise StorageError(f"KERRAN_RUNS must have the form {SCHEME}bucket/prefix, without credentials")
    else:
        with suppress(FileNotFoundError):  # there is no run yet
            runs.fs.ls(runs.path)
