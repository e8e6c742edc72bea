from pathlib import Path

import pytest

from include.plan import load as loading
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.validation_errors import ExperimentError
from tests.plan.conftest import Write


def test_an_unknown_name_is_refused_with_the_known_names() -> None:
    with pytest.raises(ExperimentError, match=r"'thesys'; choose from .*thesis.*; did you mean thesis\?"):
        load("thesys")


def test_an_experiment_of_the_users_folder_hides_none(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(write())
    (path.parent / "cost.yaml").write_text("not an experiment", encoding="utf-8")
    monkeypatch.setenv("KERRAN_EXPERIMENTS", str(path.parent))
    assert load(path.stem).name == path.stem
    assert {path.stem, "cost", "thesis"} <= set(loading.names())
    assert load("cost").name == "cost"


def test_a_path_in_the_project_is_relative_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("include.plan.document.ROOT", tmp_path)
    monkeypatch.setattr(loading, "EXPERIMENTS", tmp_path / "include" / "experiments")
    loading.EXPERIMENTS.mkdir(parents=True)
    (loading.EXPERIMENTS / "empty.yaml").write_text("")
    with pytest.raises(ExperimentError, match=r"^include/experiments/empty\.yaml:1: should contain keys"):
        load("empty")


def test_an_override_of_the_messages_replaces_the_cpu_under_load(write: Write) -> None:
    path = write("messages: 500", "rate: 100\n  seconds: 5")
    assert load(path).constants == {"rate": 100, "seconds": 5}
    assert load(path, Overrides(messages=70)).constants == {"rate": 100, "messages": 70}


def test_a_file_whose_name_cannot_begin_a_run_id_is_refused(tmp_path: Path, write: Write) -> None:
    path = Path(write()).rename(tmp_path / "my experiment.yaml")
    with pytest.raises(
        ExperimentError, match=r"experiment\.yaml:1: the file name, which names .* may only contain letters"
    ):
        load(str(path))
