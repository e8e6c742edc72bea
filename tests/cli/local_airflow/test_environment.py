import stat
from pathlib import Path

import pytest

from include.cli.local_airflow.environment import Secrets, environment, read_or_generate


def test_secrets_are_made_once_for_a_checkout_and_readable_by_their_owner(tmp_path: Path) -> None:
    file = tmp_path / "state" / "secrets.json"
    secrets = read_or_generate(file, Secrets)
    assert read_or_generate(file, Secrets) == secrets
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Secrets() != Secrets()


def test_airflow_listens_on_this_machine() -> None:
    settings = environment(Secrets(), 4321)
    assert settings["AIRFLOW__API__HOST"] == "127.0.0.1"
    assert settings["AIRFLOW__CORE__EXECUTION_API_SERVER_URL"] == "http://127.0.0.1:4321/execution/"


def test_connections_are_inherited_and_settings_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW__CORE__EXECUTOR", "CeleryExecutor")
    monkeypatch.setenv("AIRFLOW__SMTP__SMTP_HOST", "elsewhere")
    settings = environment(Secrets(), 4321)
    assert settings["AIRFLOW__CORE__EXECUTOR"] == "LocalExecutor"
    assert "AIRFLOW__SMTP__SMTP_HOST" not in settings
    monkeypatch.setenv("AIRFLOW_CONN_KAFKA_PROD", '{"conn_type": "kafka"}')
    assert environment(Secrets(), 4321)["AIRFLOW_CONN_KAFKA_PROD"] == '{"conn_type": "kafka"}'
