"""Load programs as processes of this machine."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Thread

from include.cells.runner import EventHandler
from include.clusters.cluster import Access
from include.folders import PROCESSES, ROOT
from include.load_runtime.events import event_of
from include.load_runtime.network_env import OWN_NETWORK
from include.load_runtime.program import Program
from include.load_runtime.security import security_environment
from include.load_runtime.signals import PARENT
from include.networks.namespace_network import NamespaceNetwork
from include.networks.namespaces import entered, inside
from include.processes.cores import Cores, confined
from include.processes.identity import ProcessIdentity
from include.processes.registry import ProcessRegistry
from include.rawlog.manifest import RunnerRecord

PATIENCE = 5.0


class ProgramProcess:
    """A load program as a child of this process, which it can't outlive."""

    def __init__(
        self,
        name: str,
        process: "subprocess.Popen[str]",
        reader: Thread,
        network: NamespaceNetwork | None = None,
    ) -> None:
        """``network`` is its own; None: it is in this machine's."""
        self.name, self.network = name, network
        self.pid = process.pid
        self._process = process
        self._reader = reader
        self._identity = ProcessIdentity.of(process.pid)
        ProcessRegistry(PROCESSES).add(name, self._identity, ProcessIdentity.of(os.getpid()))

    def begin(self) -> None:
        """Tell it to begin."""
        self._process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        """Tell it to end in good order."""
        self._process.terminate()

    def kill(self) -> None:
        """End it at once, as a fault; returns when it is gone."""
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """Pause it, as a fault."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume it, whether it is paused or waits for the fault that it was to meet."""
        self._process.send_signal(signal.SIGUSR2)  # waits for it when it goes on
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Make sure that it is gone."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(PATIENCE)
        ProcessRegistry(PROCESSES).remove(self._identity)

    def failure(self) -> str | None:
        """How it failed; None when it ended in good order, or runs."""
        code = self._process.poll()
        if not code:
            return None
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"


class ProcessRunner:
    """Starts load programs as processes, with this interpreter."""

    def __init__(self, access: Access, cores: Cores = ()) -> None:
        """``access`` is how they reach the brokers; its secrets go to them through their environment.

        They run on those ``cores``, or on any where there are none.
        """
        self._access, self._cores = access, cores

    @property
    def bootstrap(self) -> str:
        """The addresses at which the programs reach the brokers."""
        return self._access.bootstrap

    def record(self) -> RunnerRecord:
        """What the manifest says of it."""
        return RunnerRecord(kind="process", cores=self._cores)

    def start(self, program: Program, folder: Path, handler: EventHandler) -> ProgramProcess:
        """Start a program; its events go to the handler and, with its error output, to ``<name>.log``.

        To be called from a thread that lives as long as the program: the kernel ends the program when its
        parent *thread* does.

        Raises:
            PlatformError: its network can't be made what it should be.
        """
        job = folder / f"{program.name}.job.json"
        program.job.write(job)
        log = (folder / f"{program.name}.log").open("w", encoding="utf-8")
        namespace = self._access.namespaces.get(program.role)
        network = NamespaceNetwork(partial(entered, namespace)) if namespace else None
        if network:
            network.control_congestion(program.congestion_control)
        command = confined([sys.executable, "-m", program.module, str(job)], self._cores)
        process = subprocess.Popen(
            inside(namespace, command) if namespace else command,
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                PARENT: str(os.getpid()),
                **({OWN_NETWORK: "1"} if namespace else {}),
                **security_environment(self._access.security),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )

        def read() -> None:
            with log:
                for line in process.stdout or ():
                    log.write(line)
                    log.flush()
                    if event := event_of(line):
                        handler(program.name, event)
            process.wait()
            handler(program.name, None)

        reader = Thread(target=read, name=f"events of {program.name}", daemon=True)
        reader.start()
        return ProgramProcess(program.name, process, reader, network)
