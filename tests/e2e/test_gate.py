import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from include.cli.errors_and_exit_codes import ExitCode
from include.folders import ROOT

pytestmark = [pytest.mark.airflow, pytest.mark.runs]

TIMEOUT_SECONDS = 900.0

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
  producer_consumer_latency_p50: MUST_DETECT
most_inconclusive: 1
repetitions: 6
seed: 4
"""


def comparison(folder: Path, candidate: str, must_detect: str) -> str:
    """The file of an experiment with this candidate, which must detect this difference in latency."""
    file = folder / "comparison.yaml"
    file.write_text(COMPARISON.replace("CANDIDATE", candidate).replace("MUST_DETECT", must_detect))
    return str(file)


def gate(folder: Path, *options: str) -> tuple[int, str]:
    """Run a sweep; the exit code and the result in its verdict."""
    folders = {"KERRAN_STATE": str(folder / "state"), "KERRAN_RUNS": str(folder / "runs")}
    done = subprocess.run(
        [sys.executable, "-m", "include.cli", "sweep", "--run", "gate", *options],
        cwd=ROOT,
        env={**os.environ, **folders},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    verdict = folder / "runs/gate/results/verdict.json"
    assert verdict.exists(), done.stdout + done.stderr
    return done.returncode, json.loads(verdict.read_text())["result"]


@pytest.mark.parametrize(
    ("release", "code", "result"), [("2.4.1", ExitCode.BROKEN, "broken"), ("2.5.1", ExitCode.GOOD, "good")]
)
def test_a_release_that_lets_a_replaced_copier_commit_is_broken_and_the_next_one_good(
    tmp_path: Path, release: str, code: ExitCode, result: str
) -> None:
    assert gate(tmp_path, "--experiment", "paused-copier", "--release", release) == (code, result)


@pytest.mark.parametrize(
    ("linger_ms", "must_detect", "code", "result"),
    [(40, "50 %", ExitCode.WORSE, "worse"), (5, "0.1 %", ExitCode.INCONCLUSIVE, "inconclusive")],
)
def test_a_candidate_that_waits_longer_is_worse_and_one_that_is_equal_inconclusive_to_a_thousandth(
    tmp_path: Path, linger_ms: int, must_detect: str, code: ExitCode, result: str
) -> None:
    file = comparison(tmp_path, f"{{settings: {{linger_ms: {linger_ms}}}}}", must_detect)
    assert gate(tmp_path, "--experiment", file) == (code, result)
