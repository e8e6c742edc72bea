"""Make a file or a folder only once, even if several processes need it."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


def made_once(target: Path, lock: Path, make: Callable[[Path], Path]) -> Path:
    """The target, made atomically if it does not exist. Other processes wait while one process makes it.

    Args:
        target: A file or a folder.
        lock: The file of the lock.
        make: Makes the target in the given empty folder, and returns the path of the target.
    """
    if not target.exists():
        with locked(lock):
            if not target.exists():  # another process may have made it while this one waited
                target.parent.mkdir(parents=True, exist_ok=True)
                with TemporaryDirectory(dir=target.parent, prefix="unfinished-") as folder:
                    make(Path(folder)).rename(target)
    return target


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock that excludes other processes; if this process dies, the kernel releases the lock."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
