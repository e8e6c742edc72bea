"""Write files of a run, in a local folder or an object store, completely or not at all."""

import shutil
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import STORES, AnyPath


def put(file: AnyPath, content: str | bytes) -> None:
    """Write a file, and create its folder if necessary.

    Raises:
        OSError: The file cannot be written. In an object store, the error is a StorageError.
    """
    content = content.encode() if isinstance(content, str) else content
    if not isinstance(file, Path):
        file.fs.pipe_file(file.path, content)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    new_file = _temporary(file)
    try:
        new_file.write_bytes(content)
        new_file.replace(file)
    finally:
        new_file.unlink(missing_ok=True)


def put_file(file: Path, to: AnyPath) -> None:
    """Copy a local file into a run, and create its folder if necessary.

    Raises:
        OSError: The file cannot be written. In an object store, the error is a StorageError.
    """
    if not isinstance(to, Path):
        to.fs.put_file(str(file), to.path)
        return
    to.parent.mkdir(parents=True, exist_ok=True)
    new_file = _temporary(to)
    try:
        shutil.copyfile(file, new_file)
        new_file.replace(to)
    finally:
        new_file.unlink(missing_ok=True)


def _temporary(file: Path) -> Path:
    """A name in the folder of a file that no other process uses."""
    return file.with_name(f".{file.name}.{uuid4().hex}.unfinished")


def remove(folder: AnyPath) -> None:
    """Remove a folder with everything in it, if it exists."""
    with suppress(FileNotFoundError):
        if isinstance(folder, Path):
            shutil.rmtree(folder)
        else:
            folder.fs.rm(folder.path, recursive=True)


def put_all(files: list[Path], folder: AnyPath) -> None:
    """Copy files into a folder."""
    for file in files:
        put_file(file, folder / file.name)


def move(folder: AnyPath, to: AnyPath) -> None:
    """Move a folder of files. An object store cannot rename. There, files are copied and then removed."""
    if isinstance(folder, Path) and isinstance(to, Path):
        to.parent.mkdir(exist_ok=True)
        folder.rename(to)
        return
    for file in [file for file in folder.iterdir() if file.is_file()]:
        copy_file(file, to / file.name)
    remove(folder)


def copy_file(file: AnyPath, to: AnyPath) -> None:
    """Copy a file within the storage of a run, and replace an existing file."""
    if isinstance(file, Path):
        put_file(file, to)
    else:
        file.fs.cp_file(file.path, str(to))


def set_link(link: AnyPath, name: str) -> None:
    """Make ``link`` refer to ``name`` in the same folder, at once.

    The link is a symbolic link or, in an object store, an object that contains the name. It replaces an
    existing link or file.
    """
    if not isinstance(link, Path):
        put(link, f"{name}\n")
        return
    new_link = _temporary(link)
    try:
        new_link.symlink_to(name)
        new_link.replace(link)
    finally:
        new_link.unlink(missing_ok=True)


def check_storage(runs: AnyPath) -> None:
    """Check that runs can be stored at this path. Nothing is written, so the check is incomplete.

    Raises:
        StorageError: Runs cannot be stored at this path. The message tells what to correct.
    """
    if isinstance(runs, Path):
        if len(runs.parts) > 1 and runs.parts[0].endswith(":"):
            choices = f"a folder, or {' or '.join(f'{scheme}://bucket/prefix' for scheme in STORES)}"
            raise StorageError(f"KERRAN_RUNS: {runs.parts[0]}// is not supported; use {choices}")
    elif not (bucket := str(runs).partition("://")[2].partition("/")[0]) or "@" in bucket:
        scheme = str(runs).partition("://")[0]
        raise StorageError(f"KERRAN_RUNS must have the form {scheme}://bucket/prefix, without credentials")
    else:
        with suppress(FileNotFoundError):  # there is no run yet
            runs.fs.ls(runs.path)
