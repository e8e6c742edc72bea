import os
from pathlib import Path

import pytest

from include.cli import up_down_clean as command
from include.cli.local_airflow import service
from include.cli.local_airflow.environment import Secrets
from include.cli.local_airflow.lock import LockHolder, held_lock, record_holder
from include.machine.processes.identity import ProcessIdentity


def test_a_running_airflow_is_shown_again_with_its_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "LOCK_FILE", tmp_path / "lock")
    monkeypatch.setattr(service, "own_secrets", lambda: Secrets("key", "secret", "jwt", "p"))
    holder = LockHolder("kerran up", ProcessIdentity.of(os.getpid()), "http://127.0.0.1:4321")
    with held_lock(tmp_path / "lock"):
        record_holder(tmp_path / "lock", holder)
        command.up()
    printed = capsys.readouterr().out
    assert "Airflow is running at http://127.0.0.1:4321" in printed
    assert "user admin, password p" in printed
