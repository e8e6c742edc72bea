import socket

import pytest

from include.clusters import ports


def test_ports_are_distinct() -> None:
    assert len(set(ports.free_ports(50))) == 50


def test_a_port_that_is_listened_on_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = ports.free_ports(2)
    monkeypatch.setattr(ports, "RANGE", [first, second])
    with socket.socket() as listener:
        listener.bind((ports.LOOPBACK, first))
        listener.listen()
        assert [ports.free_ports(1) for _ in range(20)] == [[second]] * 20
