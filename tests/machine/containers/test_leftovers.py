import subprocess
import sys
from pathlib import Path

import pytest

from include.cli.local_airflow.process_cleanup import CLEAN_UP
from include.machine.containers.engine import engine
from include.machine.containers.labels import RUN, labels
from include.machine.containers.leftovers import remove, remove_leftovers
from include.machine.folders import ROOT
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.owner_mark import mark
from include.machine.processes.wait_until import wait_until

pytestmark = pytest.mark.containers


def test_without_an_engine_there_are_no_leftovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    assert remove_leftovers() == []


def test_a_network_and_a_volume_are_removed_after_the_end_of_their_owner(tmp_path: Path) -> None:
    run = tmp_path.name
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as owner:
        marks = labels(run, ProcessIdentity.of(owner.pid))
        engine().networks.create(f"kerran-{run}", labels=marks)
        engine().volumes.create(f"kerran-{run}", labels=marks)
        assert f"network kerran-{run}" not in remove_leftovers()
        owner.kill()
    assert {f"network kerran-{run}", f"volume kerran-{run}"} <= set(remove_leftovers())
    assert remove(engine(), f"{RUN}={run}") == []


def test_a_clean_up_command_removes_the_resources_of_one_owner(tmp_path: Path) -> None:
    mine, others = ProcessIdentity(999_998, 1.0), ProcessIdentity(999_999, 1.0)
    for owner in (mine, others):
        engine().volumes.create(f"kerran-{tmp_path.name}-{owner.pid}", labels=labels(tmp_path.name, owner))
    subprocess.run([*CLEAN_UP, mark(mine)], cwd=ROOT, check=True)
    assert remove(engine(), f"{RUN}={tmp_path.name}") == [f"volume kerran-{tmp_path.name}-{others.pid}"]


@pytest.mark.brokers
def test_containers_of_a_killed_starter_are_removed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.starter", "compose", str(tmp_path / "cluster")]
    mine: dict[str, str | list[str] | bool] = {"label": f"{RUN}={tmp_path.name}"}
    with subprocess.Popen(command, cwd=ROOT) as starter:
        wait_until(  # three brokers, the bridge between them, and a helper in the network of the first
            lambda: len(engine().containers.list(filters=mine)) >= 5, 120, lambda: "nothing was started"
        )
        starter.kill()
    assert len([what for what in remove_leftovers() if what.startswith("container ")]) >= 5
    assert remove(engine(), f"{RUN}={tmp_path.name}") == []
