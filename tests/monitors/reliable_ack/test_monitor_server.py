"""Real connections on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from include.load_runtime.network_env import NetworkError
from include.load_runtime.scenarios.reliable_ack.monitor_protocol import Frame, FrameKind, framed
from include.load_runtime.scenarios.reliable_ack.rendezvous import announce, announced, connected
from include.monitors.reliable_ack.monitor_server import Inbox
from include.producers.scenarios.reliable_ack.monitor_sender import Copies


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[Inbox]:
    """An inbox that is announced in the folder."""
    listening = Inbox("127.0.0.1")
    announce(tmp_path, listening.address)
    yield listening
    listening.close()


def taken(inbox: Inbox, frames: int) -> list[Frame]:
    """So many frames as they come, or fewer where no more come for a while."""
    came: list[Frame] = []
    for _ in range(200):
        came += inbox.frames(0.05)
        if len(came) >= frames:
            break
    return came


def ended(inbox: Inbox) -> bool:
    """Whether all copies have come, once it had the time to notice."""
    for _ in range(20):
        if inbox.has_all_copies:
            return True
        list(inbox.frames(0.05))
    return False


def test_copies_over_several_connections_all_come(tmp_path: Path, inbox: Inbox) -> None:
    copies = Copies.to_monitor(tmp_path, 3, None)
    assert all(copies.send(partition, [b"ab", b"cd"]) for partition in range(9))
    came = taken(inbox, 9)
    assert sorted(frame.number for frame in came) == list(range(9))
    assert {frame.content for frame in came} == {b"abcd"}
    assert not ended(inbox)
    copies.close()
    assert ended(inbox)


def test_more_than_a_connection_can_hold_comes_whole(tmp_path: Path, inbox: Inbox) -> None:
    copies = Copies.to_monitor(tmp_path, 2, None)
    values = [bytes([number]) * 60_000 for number in range(6)]
    came: list[Frame] = []
    for number, value in enumerate(values):
        copies.send(number, [value])
        came += taken(inbox, 1)
    copies.close()
    came += taken(inbox, len(values) - len(came))
    assert sorted(frame.content for frame in came) == values


def test_receipts_are_no_copies(tmp_path: Path, inbox: Inbox) -> None:
    with connected(tmp_path) as receipts:
        receipts.sendall(framed(FrameKind.RECEIPTS, content=b"8 bytes!"))
        assert [frame.content for frame in taken(inbox, 1)] == [b"8 bytes!"]
    assert not ended(inbox)


def test_a_producer_is_told_when_its_monitor_is_gone(tmp_path: Path, inbox: Inbox) -> None:
    copies = Copies.to_monitor(tmp_path, 2, None)
    list(inbox.frames(0.05))
    inbox.close()
    sent = [copies.send(0, [b"copy"]) for _ in range(6)]
    assert not sent[-1]
    assert not copies.are_taken
    copies.close()


def test_a_monitor_that_does_not_listen_is_missed(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"didn't say within 0\.05 s where it listens"):
        announced(tmp_path, patience=0.05)
