import signal
import subprocess
import sys

import pytest

from include.machine.folders import ROOT
from include.machine.networks.cluster_namespaces import Namespaces
from include.machine.networks.namespace import namespace_of
from include.machine.networks.packet_changes_and_counts import Delay
from include.machine.networks.packet_holder import PacketHolder
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.wait_until import wait_until

pytestmark = pytest.mark.needs("network-namespaces")

HOLDING = """
import sys, signal
from include.machine.networks.packet_holder import PacketHolder
from include.machine.networks.namespace import namespace_of
from include.machine.networks.packet_changes_and_counts import Delay
from include.machine.processes.identity import ProcessIdentity
holder = PacketHolder(namespace_of(ProcessIdentity.of(int(sys.argv[1]))), 7, Delay(1))
print(holder._program._process.pid, flush=True)
signal.pause()
"""


def test_a_holder_ends_when_its_process_is_killed(namespaces: Namespaces) -> None:
    command = [sys.executable, "-c", HOLDING, str(namespaces.holder.pid)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    holder = ProcessIdentity.of(int(process.stdout.readline()))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    wait_until(lambda: not holder.alive(), 5, lambda: "the holder did not end")
    PacketHolder(namespace_of(namespaces.holder), 7, Delay(1)).end()
