import subprocess
import sys
from pathlib import Path

import pytest

from include.folders import ROOT
from include.spark_jobs import submission


def test_a_dag_file_can_import_the_submission_without_pyspark() -> None:
    program = "import sys, include.spark_jobs.submission; print('pyspark' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


@pytest.mark.parametrize("variable", ["SPARK_HOME", "PYSPARK_PYTHON", "PYTHONPATH"])
def test_the_paths_in_the_environment_exist(variable: str) -> None:
    assert Path(submission.ENVIRONMENT[variable]).exists()


def test_the_command_names_the_master_and_the_run() -> None:
    command = submission.command(Path("runs/a"), master="spark://host:7077")
    assert command[command.index("--master") + 1] == "spark://host:7077"
    assert command[-2:] == [submission.APPLICATION, "runs/a"]
