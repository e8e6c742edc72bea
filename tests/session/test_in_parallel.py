import os
import sys
from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path

import pytest

from include.machine import folders
from include.tasks.machine_lease import machine_lease
from tests.session import in_parallel
from tests.session.in_parallel import GROUPS, STRUCK, run
from tests.session.machine_turn import HAS_TURN

MARKERS = (
    *("airflow", "brokers", "containers", "fast", "needs"),
    *("releases", "slow", "spark", "starts_brokers", "storage"),
)


def _groups_with(markers: tuple[str, ...], file: str) -> int:
    """How many groups of ``make test`` select a test in this file with these markers."""
    names = {name: name in markers for name in MARKERS}
    commands = [command for command in GROUPS["test"] if command[0] == "pytest" and _reads(command[3:], file)]
    return sum(eval(command[2], {}, names) for command in commands)  # noqa: S307


def _reads(places: Sequence[str], file: str) -> bool:
    """Whether pytest looks at a file, with these arguments: files, or files to ignore."""
    files = [place for place in places if not place.startswith("--ignore=")]
    return file in files if files else f"--ignore={file}" not in places


@pytest.mark.parametrize("file", [STRUCK[0], "tests/e2e/test_cell.py"])
def test_a_test_is_in_one_group_whichever_markers_it_has(file: str) -> None:
    every = chain.from_iterable(combinations(MARKERS, number) for number in range(len(MARKERS) + 1))
    assert {_groups_with(markers, file) for markers in every} == {1}


def test_the_first_output_comes_first_and_that_of_a_failure_last(capfd: pytest.CaptureFixture[str]) -> None:
    assert run([("timeit", "-n1", "-r1", "print(1)"), ("this_does_not_exist",), ("platform",)]) == 1
    output = capfd.readouterr().out
    assert output.index("1 loop") < output.index(sys.platform.capitalize()) < output.index("No module named")


def test_fast_tests_do_not_wait_for_the_machine_and_others_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(HAS_TURN, raising=False)
    monkeypatch.setitem(in_parallel.GROUPS, "test-fast", [("platform",)])
    monkeypatch.setitem(in_parallel.GROUPS, "test", [("platform",)])
    monkeypatch.setattr(folders, "MACHINE_LEASE", tmp_path / "lease")
    monkeypatch.setattr(in_parallel, "DEADLINE_SECONDS", 0)
    with machine_lease(tmp_path / "lease", tmp_path / "monday", lambda run: False):
        assert in_parallel.main(["test-fast"]) == 0
        assert in_parallel.main(["test"]) == 2
    assert "did not get this machine" in capsys.readouterr().err
    assert in_parallel.main(["test"]) == 0
    assert HAS_TURN not in os.environ
