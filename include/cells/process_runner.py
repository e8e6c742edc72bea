"""Run load programs as processes of this host."""

import os
import signal
import subprocess
from pathlib import Path
from threading import Thread

from include.cells.client_command import command_of
from include.cells.runner import OUTPUT_TIMEOUT_SECONDS, EventHandler, open_log, write_job
from include.clusters.cluster import Access
from include.folders import PROCESSES, ROOT
from include.load_runtime.events import event_of
from include.load_runtime.network_env import OWN_NETWORK
from include.load_runtime.program import Program
from include.load_runtime.security import security_environment
from include.load_runtime.signals import PARENT
from include.networks.host_network import HostNetwork
from include.networks.tcp import control_congestion
from include.processes.cores import Cores, confined
from include.processes.identity import ProcessIdentity
from include.processes.registry import ProcessRegistry
from include.rawlog.manifest import RunnerRecord


class ProgramProcess:
    """A load program as a child of this process; it ends when this process ends."""

    def __init__(
        self,
        name: str,
        process: "subprocess.Popen[str]",
        reader: Thread,
        network: HostNetwork | None = None,
    ) -> None:
        """Register the process.

        Args:
            name: The program's name within the cell.
            process: The started process.
            reader: The thread that reads its output.
            network: The program's own network; None if it uses the host's network.
        """
        self.name, self.network = name, network
        self.pid = process.pid
        self._process = process
        self._reader = reader
        self._identity = ProcessIdentity.of(process.pid)
        ProcessRegistry(PROCESSES).add(name, self._identity, ProcessIdentity.of(os.getpid()))

    def begin(self) -> None:
        """Tell the program to begin."""
        self._process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        """Tell the program to end in an orderly way."""
        self._process.terminate()

    def kill(self) -> None:
        """Kill the program, as a fault; return when it has exited."""
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """Pause the program, as a fault."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume a program that is paused, or that waits for the fault that strikes it."""
        self._process.send_signal(signal.SIGUSR2)  # delivered when the process continues
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Make sure that the process has exited."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(OUTPUT_TIMEOUT_SECONDS)
        ProcessRegistry(PROCESSES).remove(self._identity)

    def failure(self) -> str | None:
        """How the process failed; None if it runs, or ended in an orderly way."""
        code = self._process.poll()
        if not code:
            return None
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"


class ProcessRunner:
    """Starts load programs as processes, with the commands of their clients."""

    def __init__(self, access: Access, cores: Cores = ()) -> None:
        """Start nothing yet.

        Args:
            access: How the programs reach the brokers. They get its secrets through their environment.
            cores: The CPU cores on which the programs may run; if empty, all cores.
        """
        self._access, self._cores = access, cores

    @property
    def bootstrap(self) -> str:
        """The addresses at which the programs reach the brokers, separated by commas."""
        return self._access.bootstrap

    def record(self) -> RunnerRecord:
        """The description of the runner for the manifest."""
        return RunnerRecord(kind="process", cores=self._cores)

    def start(self, program: Program, folder: Path, handler: EventHandler) -> ProgramProcess:
        """Start a program; its events and its error output go to ``<name>.log``, its events to the handler.

        Call this from a thread that lives as long as the program: Linux kills the program when its parent
        *thread* ends (PR_SET_PDEATHSIG, prctl(2)).
        """
        job, log = write_job(program, folder), open_log(program, folder)
        namespace = self._access.namespaces.get(program.role)
        if namespace:
            control_congestion(namespace, program.congestion_control)
        command = confined(command_of(program, job), self._cores)
        process = subprocess.Popen(
            namespace.inside(command) if namespace else command,
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
        return ProgramProcess(program.name, process, reader, self._network(program.role))

    def _network(self, role: str) -> HostNetwork | None:
        """The network of programs with a role; None if they use the host's network."""
        bridge, namespace = self._access.bridge, self._access.namespaces.get(role)
        return bridge.network(role, namespace) if bridge and namespace else None
