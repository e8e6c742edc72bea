import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from include.processes.identity import ProcessIdentity
from include.processes.registry import ProcessRegistry

GONE = ProcessIdentity(os.getpid(), started=1.0)


@pytest.fixture
def child() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process
        process.kill()


@pytest.fixture
def registry(tmp_path: Path) -> ProcessRegistry:
    return ProcessRegistry(tmp_path / "processes")


def test_a_registered_process_is_listed_until_it_is_removed(registry: ProcessRegistry) -> None:
    this = ProcessIdentity.of(os.getpid())
    registry.add("tests", this, owner=GONE)
    (entry,) = registry.entries()
    assert (entry.what, entry.process, entry.owner) == ("tests", this, GONE)
    registry.remove(this)
    assert list(registry.entries()) == []


def test_a_process_with_an_owner_stays(registry: ProcessRegistry, child: "subprocess.Popen[bytes]") -> None:
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=ProcessIdentity.of(os.getpid()))
    assert registry.end_orphans() == []
    assert child.poll() is None
    assert len(list(registry.entries())) == 1


def test_a_process_without_an_owner_is_not_an_orphan(
    registry: ProcessRegistry, child: "subprocess.Popen[bytes]"
) -> None:
    registry.add("sleep", ProcessIdentity.of(child.pid))
    assert registry.end_orphans() == []
    assert child.poll() is None


def test_a_process_ends_after_its_owner(registry: ProcessRegistry, child: "subprocess.Popen[bytes]") -> None:
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=GONE)
    assert [entry.what for entry in registry.end_orphans()] == ["sleep"]
    assert child.wait(10) == -signal.SIGTERM
    assert list(registry.entries()) == []


def test_a_new_owner_replaces_the_first(registry: ProcessRegistry, child: "subprocess.Popen[bytes]") -> None:
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=GONE)
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=ProcessIdentity.of(os.getpid()))
    assert registry.end_orphans() == []


def test_end_all_ends_every_process(registry: ProcessRegistry, child: "subprocess.Popen[bytes]") -> None:
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=ProcessIdentity.of(os.getpid()))
    assert [entry.what for entry in registry.end_all()] == ["sleep"]
    assert child.wait(10) == -signal.SIGTERM


def test_an_ended_process_is_unregistered_without_being_counted(registry: ProcessRegistry) -> None:
    registry.add("long ago", GONE, owner=GONE)
    assert registry.end_orphans() == []
    assert list(registry.entries()) == []


def test_an_incomplete_entry_is_ignored(registry: ProcessRegistry, tmp_path: Path) -> None:
    registry.add("long ago", GONE, owner=GONE)
    (tmp_path / "processes" / "1-1.json.unfinished").write_text('{"what": "hal')
    assert [entry.what for entry in registry.entries()] == ["long ago"]
