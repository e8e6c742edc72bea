"""Cut the files of a killed broker back to what it had flushed: the least that a power cut may leave.

A broker flushes a file with fsync(2) or fdatasync(2). The file system need not keep what was written since,
and may keep some of it, because the kernel also writes by itself. Which files are cut:

- segments (``.log``) of all partitions: of topics, of internal topics, and of the cluster's metadata
- snapshots of producers' states (``.snapshot``)

Other files are not cut, because a broker does not rely on what is unflushed in them. It computes indexes
again when it recovers a segment, and flushes checkpoints, the state of the quorum and snapshots of the
metadata before it gives them their names.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from include.machine.errors import PlatformError

ATTRIBUTE = "user.kerran.flushed"
"""The extended attribute of a file with the number of bytes that were flushed (``disk.c``)."""

SEGMENT, SNAPSHOT = ".log", ".snapshot"
"""The ends of the names of the files that are cut."""


@dataclass(frozen=True)
class Cut:
    """A file that has bytes which were not flushed."""

    file: Path
    size: int
    flushed: int
    is_removed: bool = False
    """Whether the file is removed: a segment of which nothing was flushed, behind one that is cut."""


def lose_unflushed(folder: Path, within: Path) -> int:
    """Cut the files of a broker that does not run back to what was flushed; return the number of lost bytes.

    Nothing is changed before every file was checked.

    Args:
        folder: The broker's data.
        within: The folder that must contain ``folder``.

    Raises:
        PlatformError: ``folder`` is not in ``within``, or something in it has another name outside: a link.
    """
    check_place(folder, within)
    cuts = list(_cuts(folder))
    for cut in cuts:
        if cut.is_removed:
            cut.file.unlink()
            continue
        file = os.open(cut.file, os.O_WRONLY | os.O_NOFOLLOW)
        try:
            os.ftruncate(file, cut.flushed)
        finally:
            os.close(file)
    return sum(cut.size - cut.flushed for cut in cuts)


def check_attributes(folder: Path) -> None:
    """Check that the file system of ``folder`` has extended attributes, in which the flushed length is noted.

    Raises:
        PlatformError: It has none.
    """
    try:
        os.setxattr(folder, ATTRIBUTE, b"0")
        os.removexattr(folder, ATTRIBUTE)
    except OSError as error:
        raise PlatformError(
            f"what brokers flush cannot be noted: the file system of {folder} has no extended attributes "
            f"({error.strerror}); put the runs on another one, such as ext4 or XFS"
        ) from error


def check_place(folder: Path, within: Path) -> None:
    """Check that ``folder`` is a folder in ``within``, without links on the way or inside.

    The broker may run meanwhile, and remove files.

    Raises:
        PlatformError: It is not.
    """
    if folder.resolve() != folder.absolute() or within.resolve() not in folder.resolve().parents:
        raise PlatformError(f"{folder} is not cut: it is, or is reached by, a link, or is not in {within}")
    for place, folders, files in os.walk(folder):
        for path in (Path(place, name) for name in [*folders, *files]):
            try:
                state = path.lstat()
            except FileNotFoundError:
                continue
            if stat.S_ISLNK(state.st_mode):
                raise PlatformError(f"{folder} is not cut: {path} is a link")
            if stat.S_ISREG(state.st_mode) and state.st_nlink > 1:
                raise PlatformError(f"{folder} is not cut: {path} is a hard link to a file with another name")


def _cuts(folder: Path) -> Iterator[Cut]:
    files = sorted(file for file in folder.glob("*/*") if file.suffix in (SEGMENT, SNAPSHOT))
    for _partition, of_partition in groupby(files, key=lambda file: file.parent):
        is_log_cut = False
        for file in of_partition:  # by name, which is the offset of the first message
            size, flushed = file.stat().st_size, flushed_bytes(file)
            is_segment = file.suffix == SEGMENT
            is_removed = is_segment and is_log_cut and flushed == 0
            if flushed < size or is_removed:
                yield Cut(file, size, flushed, is_removed)
            is_log_cut = is_log_cut or (is_segment and flushed < size)


def flushed_bytes(file: Path) -> int:
    """The number of bytes of a file that were flushed; 0 if the file was never flushed."""
    if ATTRIBUTE not in os.listxattr(file):
        return 0
    return int(os.getxattr(file, ATTRIBUTE))
