import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from airflow.sdk import Connection
from airflow.sdk.exceptions import AirflowFailException, AirflowNotFoundException

from dags.wiring.installation import check_installation
from include.machine import folders
from include.machine.folders import ROOT
from include.machine.releases import installed_java


def context(bundle: Path) -> Any:
    return {"ti": SimpleNamespace(bundle_instance=SimpleNamespace(path=bundle))}


@pytest.fixture
def spark(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection exists, and Java."""
    monkeypatch.setattr(Connection, "get", lambda name: Connection(conn_id=name))
    monkeypatch.setattr(installed_java, "find_java", lambda: None)


def test_a_missing_spark_connection_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Connection, "get", Mock(side_effect=AirflowNotFoundException("spark")))
    with pytest.raises(AirflowFailException, match="AIRFLOW_CONN_SPARK="):
        check_installation(context(tmp_path))


def test_a_worker_without_java_is_refused_before_anything_starts(
    tmp_path: Path, spark: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        installed_java, "find_java", Mock(side_effect=installed_java.JavaError("No Java: install it."))
    )
    with pytest.raises(AirflowFailException, match="No Java: install it"):
        check_installation(context(tmp_path))


def test_runs_are_kept_beside_a_bundle(tmp_path: Path, spark: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "RUNS", tmp_path / "runs")
    check_installation(context(tmp_path / "dags"))
    monkeypatch.setattr(folders, "RUNS", tmp_path / "clone" / "runs")
    with pytest.raises(AirflowFailException, match="Set KERRAN_RUNS to a folder outside"):
        check_installation(context(tmp_path / "clone"))
    monkeypatch.setattr(folders, "STATE", tmp_path / "clone" / ".kerran")
    with pytest.raises(AirflowFailException, match="Set KERRAN_RUNS and KERRAN_STATE to a folder outside"):
        check_installation(context(tmp_path / "clone"))


def test_a_bundle_runs_its_own_code(tmp_path: Path, spark: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "RUNS", tmp_path / "runs")
    (tmp_path / "bundle" / "include").mkdir(parents=True)
    (tmp_path / "bundle" / "include" / "folders.py").touch()
    with pytest.raises(AirflowFailException, match=rf"Python imports that of {ROOT}\. Remove this folder"):
        check_installation(context(tmp_path / "bundle"))
    monkeypatch.setattr(folders, "ROOT", tmp_path / "bundle")
    check_installation(context(tmp_path / "bundle"))


def test_an_airflow_that_does_not_find_the_folders_says_which_variable_to_set(tmp_path: Path) -> None:
    file = ROOT / "dags" / "python_path.py"
    command = [sys.executable, "-I", "-S", str(file)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert f"Set PYTHONPATH={ROOT} for all of Airflow's components" in run.stderr
