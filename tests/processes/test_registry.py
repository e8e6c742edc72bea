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


def test_a_process_stays_without_an_owner_or_with_one_that_may_replace_another(
    registry: ProcessRegistry, child: "subprocess.Popen[bytes]"
) -> None:
    registry.add("sleep", ProcessIdentity.of(child.pid))
    assert registry.end_orphans() == []
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=GONE)
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=ProcessIdentity.of(os.getpid()))
    assert registry.end_orphans() == []
    assert child.poll() is None
    assert [entry.what for entry in registry.end_all()] == ["sleep"]
    assert child.wait(10) == -signal.SIGTERM


def test_a_process_ends_after_its_owner(registry: ProcessRegistry, child: "subprocess.Popen[bytes]") -> None:
    registry.add("sleep", ProcessIdentity.of(child.pid), owner=GONE)
    assert [entry.what for entry in registry.end_orphans()] == ["sleep"]
    assert child.wait(10) == -signal.SIGTERM
    assert list(registry.entries()) == []


def test_an_ended_process_is_unregistered_uncounted_and_an_incomplete_entry_ignored(
    registry: ProcessRegistry, tmp_path: Path
) -> None:
    registry.add("long ago", GONE, owner=GONE)
    (tmp_path / "processes" / "1-1.json.unfinished").write_text('{"what": "hal')
    assert [entry.what for entry in registry.entries()] == ["long ago"]
    assert registry.end_orphans() == []
    assert list(registry.entries()) == []
