"""The recipe of docs/gate.md for a build server: its commands exist, and end with the code of the run."""

from pathlib import Path

import pytest

from include.cli.exit_codes_of_verdicts import CODE_OF_RESULT
from include.report.run_verdict import Result
from tests.cli.build_server_recipe import RecipeStep

CHECKS = 'assert options["run"] == "gate-7-1", options["run"]'


@pytest.mark.parametrize("result", [Result.GOOD, Result.INCONCLUSIVE])
def test_the_step_ends_with_the_exit_code_of_the_run(tmp_path: Path, result: Result) -> None:
    step = RecipeStep.of("gate.md", "kafka", "sweep")
    assert step.ended(tmp_path, result, CHECKS) == (CODE_OF_RESULT[result].value, "")
