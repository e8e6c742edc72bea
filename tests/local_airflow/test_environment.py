"""The embedded Airflow's settings, and its secrets."""

import stat
from pathlib import Path

import pytest

from include.local_airflow.environment import environment
from include.local_airflow.secrets import Secrets, read_or_generate


def test_secrets_are_made_once_and_readable_by_their_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "state" / "secrets.json"
    made = read_or_generate(file, Secrets)
    assert read_or_generate(file, Secrets) == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_two_checkouts_have_different_secrets() -> None:
    assert Secrets() != Secrets()


def test_everything_listens_on_this_machine_only() -> None:
    settings = environment(Secrets(), 4321, 30)
    assert settings["AIRFLOW__API__HOST"] == "127.0.0.1"
    assert settings["AIRFLOW__CORE__EXECUTION_API_SERVER_URL"] == "http://127.0.0.1:4321/execution/"


def test_settings_of_another_airflow_are_not_inherited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW__CORE__EXECUTOR", "CeleryExecutor")
    monkeypatch.setenv("AIRFLOW__SMTP__SMTP_HOST", "elsewhere")
    settings = environment(Secrets(), 4321, 30)
    assert settings["AIRFLOW__CORE__EXECUTOR"] == "LocalExecutor"
    assert "AIRFLOW__SMTP__SMTP_HOST" not in settings


def test_connections_of_whoever_asks_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW_CONN_KAFKA_PROD", '{"conn_type": "kafka"}')
    assert environment(Secrets(), 4321, 30)["AIRFLOW_CONN_KAFKA_PROD"] == '{"conn_type": "kafka"}'


def test_a_command_can_have_its_airflow_to_itself() -> None:
    assert (
        environment(Secrets(), 4321, 30, schedules=False)["AIRFLOW__SCHEDULER__USE_JOB_SCHEDULE"] == "False"
    )
    assert environment(Secrets(), 4321, 30)["AIRFLOW__SCHEDULER__USE_JOB_SCHEDULE"] == "True"
