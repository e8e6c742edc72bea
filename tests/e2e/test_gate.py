"""The exit codes of a gate by runs on real brokers: a broken guarantee, and a kept one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from include.cli.exit_codes import ExitCode
from include.folders import ROOT

pytestmark = [pytest.mark.airflow, pytest.mark.runs]

TIMEOUT_SECONDS = 900.0


def gate(folder: Path, *options: str) -> tuple[int, str]:
    """Run a sweep; the exit code and the result in its verdict."""
    own = {"KERRAN_STATE": str(folder / "state"), "KERRAN_RUNS": str(folder / "runs")}
    done = subprocess.run(
        [sys.executable, "-m", "include.cli", "sweep", "--run", "gate", *options],
        cwd=ROOT,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    verdict = folder / "runs/gate/results/verdict.json"
    assert verdict.exists(), done.stdout + done.stderr
    return done.returncode, json.loads(verdict.read_text())["result"]


@pytest.mark.parametrize(
    ("release", "code", "result"),
    [("2.4.1", ExitCode.BROKEN, "broken"), ("2.5.1", ExitCode.GOOD, "good")],
)
def test_a_release_that_lets_a_replaced_copier_commit_is_broken_and_the_next_one_good(
    tmp_path: Path, release: str, code: ExitCode, result: str
) -> None:
    assert gate(tmp_path, "--experiment", "paused-copier", "--release", release) == (code, result)
