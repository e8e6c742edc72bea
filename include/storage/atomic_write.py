"""Write to a run, wherever it is kept. A file is there whole, or as it was before."""

import shutil
from contextlib import suppress
from pathlib import Path

from include.storage.errors import StorageError
from include.storage.path import SCHEME, AnyPath


def put(file: AnyPath, content: str | bytes) -> None:
    """Write a file, and the folders above it.

    Raises:
        OSError: it can't be written; a StorageError where it is an object.
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
    """Put copies of files into a folder."""
    for file in files:
        put(folder / file.name, file.read_bytes())


def move(folder: AnyPath, to: AnyPath) -> None:
    """Move a folder of files. Nothing is renamed in an object store: it is copied first, and then removed."""
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


def point(latest: AnyPath, name: str) -> None:
    """Let ``latest`` lead to the folder of that name beside it: a link, or an object that holds the name."""
    if not isinstance(latest, Path):
        put(latest, f"{name}\n")
        return
    link = latest.with_name(f".{latest.name}.new")
    link.unlink(missing_ok=True)
    link.symlink_to(name)
    link.replace(latest)


def check(runs: AnyPath) -> None:
    """See that runs can be kept there, as far as that shows without writing.

    Raises:
        StorageError: they can't.
    """
    if isinstance(runs, Path):
        if len(runs.parts) > 1 and runs.parts[0].endswith(":"):
            known = f"a folder, or {SCHEME}bucket/prefix"
            raise StorageError(f"KERRAN_RUNS: {runs.parts[0]}// is not known; give {known}")
    elif not (bucket := str(runs).removeprefix(SCHEME).partition("/")[0]) or "@" in bucket:
        raise StorageError(f"KERRAN_RUNS should be like {SCHEME}bucket/prefix, with no credentials in it")
    else:
        with suppress(FileNotFoundError):  # it would be the first run
            runs.fs.ls(runs.path)
