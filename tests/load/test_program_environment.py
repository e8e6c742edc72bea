import socket

import pytest

from include.load.program_environment import OWN_NETWORK, congestion_control_of, own_address
from include.machine.errors import PlatformError


def test_programs_use_loopback_or_their_own_network(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_address("192.0.2.1:9092") == "127.0.0.1"
    monkeypatch.setenv(OWN_NETWORK, "1")
    assert own_address("127.0.0.9:9092,127.0.0.1:9093") == "127.0.0.1"


def test_a_congestion_control_that_the_kernel_does_not_have_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_NETWORK, "1")
    with socket.socket() as tcp, pytest.raises(PlatformError, match="no TCP congestion control nosuch, or"):
        congestion_control_of(tcp, "nosuch")
