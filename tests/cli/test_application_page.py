"""docs/application.md: its commands are accepted as they are written, and its recipe fails a build."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from include.cli.exit_codes_of_verdicts import CODE_OF_RESULT
from include.machine.folders import ROOT
from include.report.run_verdict import Result
from tests.cli.build_server_recipe import RecipeStep
from tests.cli.command import run
from tests.cli.documented_commands import commands_of

PAGE = ROOT / "docs/application.md"
TEXT = PAGE.read_text(encoding="utf-8")
JUDGED = [words for _, words in commands_of(PAGE) if words[:2] == ("kerran", "judge")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the settings file of the page, and programs whose names the commands have."""
    [properties] = re.findall(r"```properties\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "judged.properties").write_text(properties)
    for name in ("java", "python"):
        (tmp_path / name).symlink_to("/bin/true")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", JUDGED, ids=lambda words: words[words.index("--application") + 1])
def test_a_command_of_the_page_is_accepted(words: tuple[str, ...]) -> None:
    answer = run(*words[1:], "--plan-only")
    assert answer.exit_code == 0, answer.output
    assert "exactly-once.kill-application" in answer.output


def test_the_page_leads_from_four_kinds_of_applications_to_a_verdict() -> None:
    programs = {words[words.index("--application") + 1].split()[-1] for words in JUDGED}
    assert {"app.py", "CopyStreams", "CopyFlink"} < programs
    assert len(JUDGED) == 4


CHECKS = """\
assert options["run"] == "judge-7-1", options["run"]
assert options["env"][0] == "BOOTSTRAP_SERVERS={bootstrap_servers}", options["env"]
"""


@pytest.mark.parametrize("result", [Result.GOOD, Result.BROKEN])
def test_the_step_of_the_recipe_fails_where_a_promise_is_broken(tmp_path: Path, result: Result) -> None:
    step = RecipeStep.of("application.md", "exactly-once", "judge")
    step = replace(step, command=step.command.replace("/opt/kerran", str(tmp_path)))
    assert step.ended(tmp_path, result, CHECKS) == (CODE_OF_RESULT[result].value, "")
