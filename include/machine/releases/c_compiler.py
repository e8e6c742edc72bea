"""The C compiler of this machine."""

import shutil

from include.machine.errors import PlatformError

COMPILERS = ("cc", "gcc", "clang")


def c_compiler() -> str:
    """The path of the C compiler; a PlatformError if there is none."""
    for name in COMPILERS:
        if command := shutil.which(name):
            return command
    raise PlatformError(
        "A power cut, a full disk and a slow one need a C compiler (cc, gcc or clang), for the library "
        "between a broker and its disk; install one, such as Debian's package gcc with libc6-dev"
    )
