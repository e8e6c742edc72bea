import os
import signal
import subprocess
from collections.abc import Iterator

import pytest

from include import folders
from include.processes.identity import ProcessIdentity
from include.processes.registry import end_leftovers, end_registered, register, registered, unregister

pytestmark = pytest.mark.usefixtures("own_registry")

GONE = ProcessIdentity(os.getpid(), started=1.0)


@pytest.fixture
def child() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process
        process.kill()


def test_a_registered_process_is_listed_until_it_is_removed() -> None:
    this = ProcessIdentity.of(os.getpid())
    register("tests", this, owner=GONE)
    (entry,) = registered()
    assert (entry.what, entry.process, entry.owner) == ("tests", this, GONE)
    unregister(this)
    assert list(registered()) == []


def test_a_process_stays_without_an_owner_or_with_one_that_may_replace_another(
    child: "subprocess.Popen[bytes]",
) -> None:
    process = ProcessIdentity.of(child.pid)
    register("sleep", process)
    assert end_leftovers() == []
    register("sleep", process, owner=GONE)
    register("sleep", process, owner=ProcessIdentity.of(os.getpid()))
    assert end_leftovers() == []
    assert child.poll() is None
    end_registered([process])
    assert child.wait(10) == -signal.SIGTERM
    assert list(registered()) == []


def test_a_process_ends_after_its_owner(child: "subprocess.Popen[bytes]") -> None:
    register("sleep", ProcessIdentity.of(child.pid), owner=GONE)
    assert end_leftovers() == [f"sleep (process {child.pid})"]
    assert child.wait(10) == -signal.SIGTERM
    assert list(registered()) == []


def test_an_ended_process_is_unregistered_uncounted_and_an_incomplete_entry_ignored() -> None:
    register("long ago", GONE, owner=GONE)
    (folders.PROCESSES / ".1-1.json.unfinished").write_text('{"what": "hal')
    assert [entry.what for entry in registered()] == ["long ago"]
    assert end_leftovers() == []
    assert list(registered()) == []
