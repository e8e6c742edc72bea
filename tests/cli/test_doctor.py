from pathlib import Path
from unittest.mock import Mock

import pytest

from include.cli import doctor as command
from include.cli import machine_under_load
from include.cli.doctor import GIBIBYTE, Need, State, clock, cpu, disk, doctor, java, memory, optional
from include.cli.errors_and_exit_codes import ExitCode
from include.cli.machine_under_load import UnderLoad, expected_half_width
from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.installed_java import Java
from include.scenarios.queue.systems import QUEUE_SERVERS


def test_the_java_that_is_used_is_named_or_how_to_install_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert java().state is State.MISSING
    assert "apt install openjdk-17-jre-headless" in java().text
    monkeypatch.setattr(command, "find_java", lambda: Java(Path("/opt/bin/java"), "17.0.9", 17))
    assert java().state is State.GOOD
    assert "17.0.9" in java().text
    assert "/opt/bin/java" in java().text


def test_too_little_memory_is_missing_and_a_slow_clock_or_one_core_are_doubtful() -> None:
    assert (memory(4 * GIBIBYTE).state, clock(50).state, cpu(2, 0.3, UnderLoad(1.9, 0.02)).state) == (
        State.GOOD,
    ) * 3
    assert memory(2 * GIBIBYTE).text.startswith("2.0 GiB are available, and 4 GiB are needed")
    doubtful = (clock(2_000), cpu(1, 0.1, UnderLoad(1.0, 0.0)), cpu(2, 0.1, UnderLoad(0.9, 0.0)))
    assert {need.state for need in doubtful} == {State.DOUBTFUL}


def test_the_cpu_is_described_as_it_is_under_load() -> None:
    text = cpu(2, 0.15, UnderLoad(1.52, 0.023)).text
    assert "under load are 1.5 times as fast as one" in text
    assert "programs use 15% of the CPU, and under load the hypervisor takes 2.3%" in text
    assert "ms for exactly-once in `make sweep`" in text


def test_noise_like_that_of_wide_runs_gives_wide_intervals() -> None:
    assert 0 < (expected_half_width(0.0) or 0) < 30
    assert (expected_half_width(0.6) or 0) > 0


def test_a_load_shows_the_cores_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_under_load, "ALONE_SECONDS", 0.2)
    monkeypatch.setattr(machine_under_load, "TOGETHER_SECONDS", 0.2)
    load = machine_under_load.measure_under_load(2)
    assert 0.3 < load.cores < 4
    assert 0 <= load.stolen <= 1


def test_a_full_disk_is_missing_for_a_new_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "new" / "runs"
    assert disk("runs", place).state is State.GOOD
    monkeypatch.setattr(command, "LEAST_DISK", 2**60)
    assert disk("runs", place).state is State.MISSING
    assert not place.parent.exists()


def test_what_only_some_experiments_need_may_be_absent() -> None:
    find = Mock(side_effect=PlatformError("There is no engine."))
    text = "needed by containers only. There is no engine."
    assert optional("engine", "containers", find) == Need("engine", State.ABSENT, text)


def test_the_exit_code_says_whether_a_sweep_can_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "findings", lambda: [Need("Java", State.MISSING, "[bold]no Java")])
    assert doctor() is ExitCode.BAD_REQUEST
    assert capsys.readouterr().out == "missing  Java: [bold]no Java\n"
    monkeypatch.setattr(command, "findings", lambda: [Need("Java", State.DOUBTFUL, "no Java")])
    assert doctor() is ExitCode.GOOD


def test_everything_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "RUNS", tmp_path)
    monkeypatch.setattr(command, "CPU_SECONDS", 0.01)
    monkeypatch.setattr(command, "free_ports", lambda _count: [])
    names = [finding.name for finding in command.findings()]
    assert names == [
        *("Java", "memory", "disk of the runs", "disk of the cache", "ports", "CPU", "clock"),
        *("container engine", "Docker's Compose plugin", "network namespaces", "C compiler"),
        *QUEUE_SERVERS,
    ]
