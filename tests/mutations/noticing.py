"""Run the tests of a module that has a change.

Every run is a fork of this process, which has imported nothing of the project but ``tests.mutations``, and
other libraries once for all runs.
"""

import os
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

from tests.mutations.changes import changed
from tests.mutations.mutants import ROOT, Mutant

TIMEOUT_SECONDS = 300
"""A change may let a loop run for ever. Tests that take so long have noticed it."""

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider")

LIBRARIES = ("hypothesis", "numpy", "pyarrow.compute", "pyarrow.parquet", "pydantic", "scipy.stats")
"""What takes most of the time of importing the tests."""


def is_noticed(mutant: Mutant) -> bool:
    """Whether a test fails: first fast ones of the module alone, then of its room, then those with Spark."""
    return any(not pass_(*tests, mutant) for tests in own_tests(mutant.file))


def own_tests(file: str) -> Iterator[tuple[Path, str]]:
    """The tests of a module that exist, and their marker: those with its name, and those of its room."""
    path = Path(file)
    _include, room, *folders = path.parent.parts
    of_module = Path("tests", room, *folders, f"test_{path.stem}.py")
    every = ((of_module, "fast"), (room_tests(file), "fast"), (of_module, "spark"))
    yield from ((tests, marker) for tests, marker in every if (ROOT / tests).exists())


def room_tests(path: str) -> Path:
    return Path("tests", Path(path).parts[1])


def pass_(tests: Path, marker: str, mutant: Mutant | None = None) -> bool:
    """Whether tests with a marker pass, with a mutant's change or without any; also where there are none."""
    for library in LIBRARIES:
        import_module(library)
    child = os.fork()
    if not child:
        _run(tests, marker, mutant)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


def _run(tests: Path, marker: str, mutant: Mutant | None) -> NoReturn:
    """Run tests in this process, without a word, and end it with pytest's exit status."""
    status = 1
    try:
        signal.alarm(TIMEOUT_SECONDS)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.chdir(ROOT)
        if mutant:
            import_changed(mutant)
        status = int(pytest.main([*OPTIONS, "-m", marker, str(tests)]))
    finally:
        os._exit(status)


def import_changed(mutant: Mutant) -> ModuleType:
    """Import the module of a mutant with its change, which no file contains, before the tests import it."""
    name = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    spec = find_spec(name)
    assert spec
    assert spec.origin
    source = Path(spec.origin).read_text(encoding="utf-8")
    module = sys.modules[name] = module_from_spec(spec)
    exec(compile(changed(source, mutant.index), spec.origin, "exec"), module.__dict__)  # noqa: S102
    package, _, last = name.rpartition(".")
    if package:
        setattr(sys.modules[package], last, module)
    return module
