"""The recipe of docs/gate.md for a build server: its commands exist, and end with the code of the run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from include.cli.exit_codes_of_verdicts import CODE_OF_RESULT
from include.report.run_verdict import Result

ROOT = Path(__file__).parents[2]

COMMAND = f"""\
#!{sys.executable}
import sys
from typer.main import get_command
from include.cli.commands import app
sweep = get_command(app).commands["sweep"]
options = sweep.make_context("sweep", sys.argv[2:]).params
assert options["run"] == "gate-7-1", options["run"]
sys.exit(int({{code}}))
"""
"""The command kerran: it reads its options as the real one, and then ends as a sweep with a given result."""


def step() -> dict[str, str]:
    text = (ROOT / "docs/gate.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"```yaml\n(jobs:.*?)```", text, re.DOTALL)
    steps = YAML(typ="safe").load(recipe)["jobs"]["kafka"]["steps"]
    (gate,) = (step for step in steps if "sweep" in step.get("run", ""))
    return {"run": gate["run"], "name": gate["env"]["RUN"]}


@pytest.mark.parametrize("result", [Result.GOOD, Result.INCONCLUSIVE])
def test_the_step_ends_with_the_exit_code_of_the_run(tmp_path: Path, result: Result) -> None:
    kerran = tmp_path / ".venv/bin/kerran"
    kerran.parent.mkdir(parents=True)
    kerran.write_text(COMMAND.format(code=CODE_OF_RESULT[result].value))
    kerran.chmod(0o755)
    numbers = {"github.run_id": "7", "github.run_attempt": "1"}
    name = re.sub(r"\$\{\{ (.*?) \}\}", lambda found: numbers[found[1]], step()["name"])
    environment = {**os.environ, "RUN": name, "PYTHONPATH": str(ROOT)}
    shell = ["bash", "-e", "-c", step()["run"]]
    done = subprocess.run(shell, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (CODE_OF_RESULT[result].value, "")
