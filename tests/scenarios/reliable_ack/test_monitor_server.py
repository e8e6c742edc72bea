from collections.abc import Iterator
from pathlib import Path

import pytest

from include.machine.errors import PlatformError
from include.scenarios.reliable_ack.programs.jobs import (
    Frame,
    FrameKind,
    connect_to_monitor,
    encode_frame,
    publish_address,
    wait_for_address,
)
from include.scenarios.reliable_ack.programs.monitor_server import MonitorServer
from include.scenarios.reliable_ack.programs.producer import MonitorSender


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MonitorServer]:
    """A server whose address is in the folder."""
    started = MonitorServer("127.0.0.1")
    publish_address(tmp_path, started.address)
    yield started
    started.close()


def received(server: MonitorServer, most: int) -> list[Frame]:
    """Return so many frames in the order of their arrival, or fewer if no more arrive in time."""
    frames: list[Frame] = []
    for _ in range(200):
        frames += server.frames(0.05)
        if len(frames) >= most:
            break
    return frames


def has_all_copies(server: MonitorServer, looks: int = 20) -> bool:
    """Whether the server notices in time that all copies have arrived."""
    for _ in range(looks):
        if server.has_all_copies:
            return True
        list(server.frames(0.05))
    return False


def test_copies_sent_over_several_connections_all_arrive(tmp_path: Path, server: MonitorServer) -> None:
    sender = MonitorSender.connect(tmp_path, 3, None)
    assert all(sender.send(partition, [b"ab", b"cd"]) for partition in range(9))
    frames = received(server, 9)
    assert sorted(frame.number for frame in frames) == list(range(9))
    assert {frame.content for frame in frames} == {b"abcd"}
    assert not server.has_all_copies
    sender.close()
    assert has_all_copies(server)


def test_frames_larger_than_a_send_buffer_arrive_complete(tmp_path: Path, server: MonitorServer) -> None:
    sender = MonitorSender.connect(tmp_path, 2, None)
    values = [bytes([number]) * 60_000 for number in range(6)]
    frames: list[Frame] = []
    for number, value in enumerate(values):
        sender.send(number, [value])
        frames += received(server, 1)
    sender.close()
    frames += received(server, len(values) - len(frames))
    assert sorted(frame.content for frame in frames) == values


def test_receipts_do_not_count_as_copies(tmp_path: Path, server: MonitorServer) -> None:
    with connect_to_monitor(tmp_path) as receipts:
        receipts.sendall(encode_frame(FrameKind.RECEIPTS, content=b"8 bytes!"))
        assert [frame.content for frame in received(server, 1)] == [b"8 bytes!"]
    assert not has_all_copies(server, looks=4)


def test_a_producer_notices_that_its_monitor_has_ended(tmp_path: Path, server: MonitorServer) -> None:
    sender = MonitorSender.connect(tmp_path, 2, None)
    list(server.frames(0.05))
    server.close()
    sent = [sender.send(0, [b"copy"]) for _ in range(6)]
    assert not sent[-1]
    assert not sender.is_connected
    sender.close()


def test_a_monitor_that_does_not_publish_its_address_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PlatformError, match=r"did not publish its address within 0\.05 s"):
        wait_for_address(tmp_path, timeout_seconds=0.05)
