import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from include.cli.errors_and_exit_codes import ExitCode
from include.machine.folders import ROOT

pytestmark = [pytest.mark.airflow, pytest.mark.runs]

TIMEOUT_S = 900.0

COMPARISON = """\
title: Is the candidate worse?
question: Is the candidate worse?
scenario: delivery
arms:
  baseline: {}
  candidate: CANDIDATE
factors:
  semantics: [at-least-once]
constants:
  rate: 500
  seconds: 2
  message_bytes: 128
  partitions: 3
must_detect:
  producer_consumer_latency_p50: 50 %
most_inconclusive: 1
repetitions: REPETITIONS
seed: 4
"""


def comparison(folder: Path, candidate: str, repetitions: int) -> str:
    """The file of an experiment with this candidate. Six pairs of valid cells are needed for a decision."""
    file = folder / "comparison.yaml"
    file.write_text(COMPARISON.replace("CANDIDATE", candidate).replace("REPETITIONS", str(repetitions)))
    return str(file)


def gate(folder: Path, *options: str) -> tuple[int, str]:
    """Run a sweep; the exit code and the result in its verdict."""
    folders = {"KERRAN_STATE": str(folder / "state"), "KERRAN_RUNS": str(folder / "runs")}
    sweep = [sys.executable, "-m", "include.cli", "sweep", "--run", "gate", *options]
    environment = {**os.environ, **folders}
    done = subprocess.run(sweep, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S)
    verdict = folder / "runs/gate/results/verdict.json"
    assert verdict.exists(), done.stdout + done.stderr
    return done.returncode, json.loads(verdict.read_text())["result"]


@pytest.mark.parametrize(
    ("release", "end"), [("2.4.1", (ExitCode.BROKEN, "broken")), ("2.5.1", (ExitCode.GOOD, "good"))]
)
def test_a_release_that_lets_a_replaced_copier_commit_is_broken_and_the_next_one_good(
    tmp_path: Path, release: str, end: tuple[int, str]
) -> None:
    assert gate(tmp_path, "--experiment", "paused-copier", "--release", release) == end


@pytest.mark.parametrize(
    ("linger_ms", "repetitions", "code", "result"),
    [(40, 9, ExitCode.WORSE, "worse"), (5, 5, ExitCode.INCONCLUSIVE, "inconclusive")],
)
def test_a_candidate_that_waits_longer_is_worse_and_one_with_too_few_pairs_of_cells_inconclusive(
    tmp_path: Path, linger_ms: int, repetitions: int, code: ExitCode, result: str
) -> None:
    file = comparison(tmp_path, f"{{settings: {{linger_ms: {linger_ms}}}}}", repetitions)
    assert gate(tmp_path, "--experiment", file) == (code, result)
