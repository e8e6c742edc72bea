"""Whose cluster this machine is for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from include.tasks.machine_lease import NotYetError, turn


def lives(*runs: str) -> Callable[[str], bool]:
    return lambda run: run in runs


def take(file: Path, run: str, living: Callable[[str], bool]) -> None:
    with turn(file, run, living):
        pass


def test_the_first_has_the_turn(tmp_path: Path) -> None:
    take(tmp_path / "state" / "turn", "first", lives())


def test_another_waits_while_the_cluster_lives(tmp_path: Path) -> None:
    take(tmp_path / "turn", "first", lives())
    with pytest.raises(NotYetError, match="the cluster of run first lives"):
        take(tmp_path / "turn", "second", lives("first"))


def test_the_turn_is_free_once_the_cluster_is_gone_and_then_somebody_elses(tmp_path: Path) -> None:
    take(tmp_path / "turn", "a-first-with-a-long-name", lives())
    take(tmp_path / "turn", "second", lives())
    with pytest.raises(NotYetError, match="run second lives"):
        take(tmp_path / "turn", "third", lives("second"))


def test_a_run_that_has_the_turn_may_start_its_cluster_again(tmp_path: Path) -> None:
    take(tmp_path / "turn", "first", lives())
    take(tmp_path / "turn", "first", lives("first"))


def test_nobody_has_a_turn_while_a_cluster_is_being_started(tmp_path: Path) -> None:
    with (
        turn(tmp_path / "turn", "first", lives()),
        pytest.raises(NotYetError, match="is being started"),
        turn(tmp_path / "turn", "second", lives()),
    ):
        pass


def test_a_start_that_failed_leaves_the_turn_free(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no space"), turn(tmp_path / "turn", "first", lives()):
        raise OSError("no space")
    take(tmp_path / "turn", "second", lives())
