import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from include.report.publish import publish
from tests.report.sections.test_comparison import compared
from tests.report.undrawn_charts import undrawn_charts

__all__ = ["undrawn_charts"]
Published = Callable[[float], object]
"""A function that puts a published run into the folder of runs, whose candidate has this throughput."""


@pytest.fixture(scope="session")
def compared_run() -> Callable[[float], Path]:
    """A function that returns such a run, which is published once."""

    @cache
    def run(candidate: float) -> Path:
        return Path(str(publish(compared(candidate).folder))).parents[1]

    return run


@pytest.fixture
def published(runs: Path, compared_run: Callable[[float], Path]) -> Published:
    return lambda candidate: shutil.copytree(compared_run(candidate), runs / "run-1")


def no_connection(name: str) -> dict[str, str]:
    raise AssertionError(f"nothing was to ask for the connection {name}")
