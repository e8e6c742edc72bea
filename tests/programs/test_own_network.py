import socket
from pathlib import Path

import pytest

from include.programs import own_network
from include.programs.own_network import (
    OWN_NETWORK,
    NetworkError,
    congestion_control_of,
    own_address,
    use_congestion_control,
)


@pytest.fixture
def sysctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What stands for the kernel's setting of the network."""
    file = tmp_path / "tcp_congestion_control"
    file.write_text("bbr\n")
    monkeypatch.setattr(own_network, "CONGESTION_CONTROL", file)
    return file


def test_a_network_that_is_shared_is_left_as_it_is(sysctl: Path) -> None:
    use_congestion_control("cubic")
    assert sysctl.read_text() == "bbr\n"
    assert own_address("192.0.2.1:9092") == "127.0.0.1"


def test_a_network_of_its_own_is_told_what_to_use(sysctl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_NETWORK, "1")
    use_congestion_control(None)
    assert sysctl.read_text() == "bbr\n"
    use_congestion_control("cubic")
    assert sysctl.read_text() == "cubic"


def test_what_the_kernel_has_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_NETWORK, "1")
    with socket.socket() as made, pytest.raises(NetworkError, match="no TCP congestion control nosuch, or"):
        congestion_control_of(made, "nosuch")


def test_an_address_is_that_of_the_way_to_the_brokers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_NETWORK, "1")
    assert own_address("127.0.0.9:9092,127.0.0.1:9093") == "127.0.0.1"
