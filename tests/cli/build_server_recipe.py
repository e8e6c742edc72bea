"""A step of the recipe that a page gives for a build server, run with a command ``kerran`` that only ends."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

from include.cli.exit_codes_of_verdicts import CODE_OF_RESULT
from include.machine.folders import ROOT
from include.report.run_verdict import Result

COMMAND = f"""\
#!{sys.executable}
import sys
from typer.main import get_command
from include.cli.commands import app
command = sys.argv[1]
options = get_command(app).commands[command].make_context(command, sys.argv[2:]).params
{{checks}}
sys.exit({{code}})
"""
"""The command kerran: it reads its options as the real one, checks them, and ends with a given exit code."""

NUMBERS = {"github.run_id": "7", "github.run_attempt": "1"}


@dataclass(frozen=True)
class RecipeStep:
    """A step that calls kerran, as the page has it."""

    command: str
    run: str
    """The value of its variable ``RUN``, with the numbers of the build in braces."""

    @classmethod
    def of(cls, page: str, job: str, subcommand: str) -> "RecipeStep":
        """The step of a job that calls a command of kerran."""
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        [recipe] = re.findall(r"```yaml\n(jobs:.*?)```", text, re.DOTALL)
        steps = YAML(typ="safe").load(recipe)["jobs"][job]["steps"]
        [step] = [step for step in steps if f"kerran {subcommand} " in step.get("run", "")]
        return cls(step["run"], step["env"]["RUN"])

    def ended(self, folder: Path, result: Result, checks: str) -> tuple[int, str]:
        """The exit code of the step, and its errors, if kerran has found this result.

        Args:
            folder: The checkout of kerran.
            result: What kerran has found.
            checks: Lines of Python about ``options``, the options that kerran gets.
        """
        kerran = folder / ".venv/bin/kerran"
        kerran.parent.mkdir(parents=True)
        kerran.write_text(COMMAND.format(code=CODE_OF_RESULT[result].value, checks=checks))
        kerran.chmod(0o755)
        name = re.sub(r"\$\{\{ (.*?) \}\}", lambda found: NUMBERS[found[1]], self.run)
        environment = {**os.environ, "RUN": name, "PYTHONPATH": str(ROOT)}
        shell = ["bash", "-e", "-c", self.command]
        done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr
