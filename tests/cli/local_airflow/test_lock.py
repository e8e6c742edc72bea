import os
from pathlib import Path

import pytest

from include.cli.local_airflow.lock import InUseError, LockHolder, held_lock, read_holder, record_holder
from include.machine.processes.identity import ProcessIdentity

THIS = ProcessIdentity.of(os.getpid())
NOBODY = ProcessIdentity(2**22 - 1, 1.0)


def test_a_second_command_is_told_who_is_there_or_where_airflow_is_or_waits(tmp_path: Path) -> None:
    with held_lock(tmp_path / "lock"):
        record_holder(tmp_path / "lock", LockHolder("make sweep", THIS))
        with pytest.raises(InUseError, match=f"make sweep is already running .process {THIS.pid}."):
            held_lock(tmp_path / "lock").__enter__()
    with held_lock(tmp_path / "lock"):
        record_holder(tmp_path / "lock", LockHolder("make up", THIS, "http://127.0.0.1:4321"))
        with pytest.raises(InUseError, match=r"Airflow is running at http://127\.0\.0\.1:4321"):
            held_lock(tmp_path / "lock").__enter__()
    with held_lock(tmp_path / "lock"):
        record_holder(tmp_path / "lock", LockHolder("make sweep", NOBODY))
        with pytest.raises(InUseError, match="did not end"):
            held_lock(tmp_path / "lock", timeout_seconds=0).__enter__()


def test_a_lock_is_free_again_when_it_was_left_or_its_holder_is_gone(tmp_path: Path) -> None:
    with held_lock(tmp_path / "lock"):
        record_holder(tmp_path / "lock", LockHolder("make sweep", THIS))
    with held_lock(tmp_path / "lock"):
        pass
    with held_lock(tmp_path / "lock"):
        record_holder(tmp_path / "lock", LockHolder("make up", NOBODY, "http://127.0.0.1:4321"))
    assert read_holder(tmp_path / "lock") is None
