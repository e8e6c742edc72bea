import socket
import subprocess
import sys

import pytest

from include.networks import ports


def test_ports_are_distinct() -> None:
    assert len(set(ports.free_ports(50))) == 50


def test_a_port_that_is_listened_on_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as listener:
        listener.bind((ports.LOOPBACK, 0))
        listener.listen()
        monkeypatch.setattr(ports, "RANGE", [listener.getsockname()[1]])
        with pytest.raises(OSError, match="1 ports are needed; 0 "):
            ports.free_ports(1)


def test_a_port_that_was_given_out_is_not_given_again_before_anybody_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (given,) = ports.free_ports(1)
    monkeypatch.setattr(ports, "RANGE", [given])
    with pytest.raises(OSError, match="1 ports are needed; 0 "):
        ports.free_ports(1)


def test_no_other_process_is_given_it_either() -> None:
    (given,) = ports.free_ports(1)
    other = f"""
from include.networks import ports
ports.RANGE = [{given}]
ports.free_ports(1)
"""
    asked = subprocess.run([sys.executable, "-c", other], capture_output=True, text=True, check=False)
    assert "1 ports are needed; 0 " in asked.stderr


def test_a_server_listens_on_the_port_that_it_was_given() -> None:
    (given,) = ports.free_ports(1)
    with socket.create_server((ports.LOOPBACK, given)) as server:
        assert server.getsockname()[1] == given
