"""The library between a broker and its disk, compiled when it is needed (``disk.c``)."""

import subprocess
from hashlib import blake2b
from pathlib import Path

from include.machine import folders, settings
from include.machine.errors import PlatformError
from include.machine.releases.c_compiler import c_compiler
from include.machine.releases.made_once import made_once

SOURCE = Path(__file__).with_name("disk.c")


def disk_library() -> Path:
    """The compiled library, for ``LD_PRELOAD``. If it does not exist, it is compiled first.

    Raises:
        PlatformError: There is no C compiler, the library does not compile, or its path cannot be preloaded.
    """
    library = _library()
    if " " in str(library) or ":" in str(library):
        raise PlatformError(
            f"{library} cannot be preloaded: its path must have neither spaces nor colons; set "
            f"{settings.CACHE.name} to another folder"
        )
    return made_once(library, folders.CACHE / "c-libraries.lock", _compile)


def is_loaded(process: int) -> bool:
    """Whether a process runs and has loaded the library. The linker only warns if it cannot be loaded."""
    try:
        return str(_library()) in Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
    except OSError:
        return False


def _library() -> Path:
    digest = blake2b(SOURCE.read_bytes(), digest_size=16).hexdigest()
    return folders.CACHE / "c-libraries" / f"{digest}.so"


def _compile(folder: Path) -> Path:
    library = folder / "library.so"
    options = ["-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-pthread"]
    command = [c_compiler(), *options, "-o", str(library), str(SOURCE), "-ldl"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise PlatformError(f"{SOURCE.name} does not compile:\n{answer.stderr}")
    return library
