import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from include.machine import settings
from include.machine.environment_variable import SettingError, VariableGroup
from include.machine.folders import ROOT
from include.plan.conditions import Conditions

ROOMS = ("include", "dags", "plugins", "bench")


def reads(path: Path) -> Iterator[str]:
    """The places where a module reads a variable. Passing the whole environment on does not count."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)) if "env" in source else ():
        match node:
            case ast.Attribute(ast.Attribute(ast.Name("os"), "environ"), "get" | "setdefault" | "pop"):
                yield f"{path}:{node.lineno}"
            case ast.Subscript(ast.Attribute(ast.Name("os"), "environ"), ctx=ast.Load()):
                yield f"{path}:{node.lineno}"
            case ast.Compare(comparators=[ast.Attribute(ast.Name("os"), "environ")]):
                yield f"{path}:{node.lineno}"
            case ast.Attribute(ast.Name("os"), "getenv"):
                yield f"{path}:{node.lineno}"


def test_only_the_settings_modules_read_variables() -> None:
    modules = {ROOT / "include" / "machine" / name for name in ("settings.py", "environment_variable.py")}
    assert all(list(reads(module)) for module in modules)
    others = {path for room in ROOMS for path in (ROOT / room).rglob("*.py")} - modules
    others -= set((ROOT / "include/scenarios/application/ready_made").glob("*/app.py"))  # as users write them
    assert [place for path in others for place in reads(path)] == []


def test_every_variable_has_a_name_with_its_prefix_and_a_description() -> None:
    assert len({variable.name for variable in settings.VARIABLES}) == len(settings.VARIABLES)
    assert all(variable.description.endswith(".") and variable.kind for variable in settings.VARIABLES)
    ours = {known for known in settings.VARIABLES if known.group is not VariableGroup.FOREIGN}
    assert {variable.name for variable in ours if not variable.name.startswith("KERRAN_")} == set()


def test_an_empty_variable_is_not_set_and_another_type_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERRAN_REGRESSION_SCHEDULE", "")
    assert settings.REGRESSION_SCHEDULE.read() == "0 2 * * *"
    monkeypatch.setenv("KERRAN_CLUSTERS", "kafka_old; kafka_new")
    with pytest.raises(SettingError, match="KERRAN_CLUSTERS: 'kafka_old; kafka_new' is not a list of names"):
        settings.CLUSTERS.read()
    for hours in ("0", "-1", "169", "nan", "a day"):
        monkeypatch.setenv("KERRAN_ACCEPT_WITHIN_HOURS", hours)
        with pytest.raises(SettingError, match=f"'{hours}' is not a number of hours up to 168"):
            settings.ACCEPT_WITHIN_HOURS.read()


CONDITIONS = {settings.option_variable(name) for name in Conditions.model_fields}


@pytest.mark.parametrize("file", ["airflow.yaml", "spark.yaml", "storage.yaml"])
def test_the_variables_of_compose_files_are_described(file: str) -> None:
    used = re.findall(r"\bKERRAN_\w+", (ROOT / "compose" / file).read_text(encoding="utf-8"))
    assert set(used) <= {variable.name for variable in settings.VARIABLES} | CONDITIONS


def test_airflow_by_compose_sees_every_variable_that_its_dags_read() -> None:
    text = (ROOT / "compose" / "airflow.yaml").read_text(encoding="utf-8")
    names = set(YAML(typ="safe", pure=True).load(text)["x-airflow"]["environment"])
    of_dags = {known.name for known in settings.VARIABLES if known.group is VariableGroup.AIRFLOW}
    assert of_dags | CONDITIONS <= names
