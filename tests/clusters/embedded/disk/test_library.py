import ast
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from include.clusters.embedded.disk.condition import VARIABLE, set_condition
from include.clusters.embedded.disk.library import disk_library, is_loaded
from include.clusters.embedded.disk.unflushed_data import flushed_bytes
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
    environment = {**os.environ, "LD_PRELOAD": str(disk_library())}
    assert subprocess.run(command, env=environment, check=False).returncode == -9
    assert flushed_bytes(tmp_path / "log.renamed") == flushed


DISK = """
import os, sys, time
import numpy
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT | os.O_TRUNC)
def attempt(*numbers):
    numpy.memmap(sys.argv[2], "uint32", "r+")[:] = numbers
    began = time.monotonic()
    try:
        os.write(file, b"x")
        os.fsync(file)
    except OSError as error:
        return error.errno
    return time.monotonic() - began
print([attempt(0, 0), attempt(1, 0), attempt(0, 300), attempt(0, 0)])
"""


@pytest.mark.needs("c-compiler")
@pytest.mark.parametrize("is_within", [True, False])
def test_a_full_or_slow_disk_is_that_of_one_folder_and_can_be_mended(tmp_path: Path, is_within: bool) -> None:
    folder, file = tmp_path / "data" / "1", tmp_path / "data" / ("1/log" if is_within else "11")
    folder.mkdir(parents=True)
    set_condition(folder)
    command = [sys.executable, "-c", DISK, str(file), str(folder.with_name("1.disk"))]
    environment = {**os.environ, "LD_PRELOAD": str(disk_library()), VARIABLE: str(folder)}
    answer = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    healthy, full, slow, mended = ast.literal_eval(answer)
    assert (full == errno.ENOSPC) is is_within
    assert (slow >= 0.6) is is_within  # one write, one flush
    assert max(healthy, mended) < 0.6
    assert file.stat().st_size == (3 if is_within else 4)


def test_a_process_without_the_library_is_recognized() -> None:
    assert not is_loaded(os.getpid())


def test_without_a_c_compiler_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folders, "CACHE", tmp_path)
    monkeypatch.setattr(c_compiler, "COMPILERS", ())
    with pytest.raises(PlatformError, match=r"need a C compiler .*; install one"):
        disk_library()


def test_a_library_that_cannot_be_preloaded_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folders, "CACHE", tmp_path / "a cache")
    with pytest.raises(PlatformError, match="neither spaces nor colons; set KERRAN_CACHE"):
        disk_library()
