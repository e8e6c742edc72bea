import socket
import subprocess
import sys

import pytest

from include.machine.networks import ports


def test_a_port_that_is_in_use_or_was_returned_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    (port,) = ports.free_ports(1)
    with socket.socket() as listener:
        listener.bind((ports.LOOPBACK, 0))
        listener.listen()
        for taken in (listener.getsockname()[1], port):
            monkeypatch.setattr(ports, "RANGE", [taken])
            with pytest.raises(OSError, match="1 free ports are needed, but only 0 "):
                ports.free_ports(1)


def test_another_process_does_not_get_a_returned_port() -> None:
    (port,) = ports.free_ports(1)
    other = f"""
from include.machine.networks import ports
ports.RANGE = [{port}]
ports.free_ports(1)
"""
    process = subprocess.run([sys.executable, "-c", other], capture_output=True, text=True, check=False)
    assert "1 free ports are needed, but only 0 " in process.stderr
