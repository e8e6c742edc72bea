import os
import subprocess
import sys
from pathlib import Path

import pytest

from include.clusters.embedded.power.library import flush_library, is_loaded
from include.clusters.embedded.power.unflushed_data import flushed_bytes
from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases import c_compiler

WRITES = """
import os, sys
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
def write(bytes): os.write(file, b"x" * bytes)
def cut(bytes): os.ftruncate(file, bytes), os.lseek(file, bytes, os.SEEK_SET)
for step in sys.argv[2].split("; "): eval(step)
os.rename(sys.argv[1], sys.argv[1] + ".renamed")
os.kill(os.getpid(), 9)
"""


@pytest.mark.needs("c-compiler")
@pytest.mark.parametrize(
    ("steps", "flushed"),
    [
        ("write(9)", 0),
        ("write(9); os.fsync(file); write(5)", 9),
        ("write(9); os.fdatasync(file); write(5); os.fdatasync(file); write(1)", 14),
        ("write(9); os.fsync(file); cut(4); write(100)", 4),
        ("write(9); os.fsync(file); cut(4); write(100); os.fsync(file)", 104),
        ("write(9); os.fsync(file); cut(50)", 9),
    ],
)
def test_what_a_killed_process_has_flushed_is_known(tmp_path: Path, steps: str, flushed: int) -> None:
    command = [sys.executable, "-c", WRITES, str(tmp_path / "log"), steps]
    environment = {**os.environ, "LD_PRELOAD": str(flush_library())}
    assert subprocess.run(command, env=environment, check=False).returncode == -9
    assert flushed_bytes(tmp_path / "log.renamed") == flushed


def test_a_process_without_the_library_is_recognized() -> None:
    assert not is_loaded(os.getpid())


def test_without_a_c_compiler_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folders, "CACHE", tmp_path)
    monkeypatch.setattr(c_compiler, "COMPILERS", ())
    with pytest.raises(PlatformError, match=r"needs a C compiler .*; install one"):
        flush_library()


def test_a_library_that_cannot_be_preloaded_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folders, "CACHE", tmp_path / "a cache")
    with pytest.raises(PlatformError, match="neither spaces nor colons; set KERRAN_CACHE"):
        flush_library()
