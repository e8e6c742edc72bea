"""Run load programs as processes of this host."""

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

from include.cells.program_forking import ForkClient, ForkedProcess, runs_python_module
from include.cells.runner import OUTPUT_TIMEOUT_SECONDS, EventHandler, open_log, write_job, write_security
from include.clients.client_adapters import command_of
from include.clusters.cluster import Access
from include.load.events import event_of
from include.load.program_descriptions import Program
from include.load.program_environment import OWN_NETWORK, security_environment
from include.load.signals import PARENT
from include.machine.folders import IMPORT_PATH
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.tcp_congestion_and_retransmissions import control_congestion
from include.machine.processes.cores import Cores, confined
from include.machine.processes.identity import AT_ONCE, ProcessIdentity, end_all
from include.machine.processes.owner_mark import working_for
from include.machine.processes.started_processes import register, unregister
from include.rawlog.manifest import RunnerRecord

StartedProcess = subprocess.Popen[bytes] | ForkedProcess
"""A child of this process, or a program that the fork server has forked."""


class ProgramProcess:
    """A load program as a process of this host; it ends when the runner's process ends."""

    def __init__(
        self,
        name: str,
        process: StartedProcess,
        identity: ProcessIdentity,
        reader: Thread,
        network: HostNetwork | None = None,
        *,
        starts_processes: bool = False,
    ) -> None:
        self._starts_processes = starts_processes
        self.name, self.network = name, network
        self.pid = identity.pid
        self._process = process
        self._reader = reader
        self._identity = identity
        register(name, identity, ProcessIdentity.of(os.getpid()))

    def begin(self) -> None:
        self._process.send_signal(signal.SIGUSR1)

    def finish(self) -> None:
        self._process.send_signal(signal.SIGUSR1)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def pause(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGUSR2)  # delivered when the process continues
        self._process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self._starts_processes:
            end_all(lambda: working_for(self._identity), AT_ONCE)
        self._reader.join(OUTPUT_TIMEOUT_SECONDS)
        unregister(self._identity)

    def failure(self) -> str | None:
        code = self._process.poll()
        if not code:
            return None
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"


class ProcessRunner:
    """Starts load programs as processes, with the commands of their clients."""

    def __init__(self, access: Access, cores: Cores = (), forks: ForkClient | None = None) -> None:
        """Create the runner without starting a program.

        Programs get the secrets of ``access`` in a private file, and run on any core if ``cores`` is
        empty. ``forks`` asks the fork server to start Python programs; if it is None, each program starts its
        own interpreter.
        """
        self.access, self._cores, self._forks = access, cores, forks

    def record(self) -> RunnerRecord:
        return RunnerRecord(kind="process", cores=self._cores)

    def start(self, program: Program, folder: Path, handler: EventHandler) -> ProgramProcess:
        """Start a program.

        The program's events and error output go to ``<name>.log``; the events also go to ``handler``.

        Call this method from a thread that lives as long as the program: Linux kills the program when its
        parent *thread* ends (PR_SET_PDEATHSIG, prctl(2)).
        """
        command = command_of(program, write_job(program, folder))
        security = write_security(program, folder, self.access.security)
        output, program_output = os.pipe()
        with ExitStack() as on_failure:
            if security:
                on_failure.callback(security.unlink, missing_ok=True)
            events = on_failure.enter_context(os.fdopen(output, encoding="utf-8"))
            log = on_failure.enter_context(open_log(program, folder))
            try:
                process, identity = self._started(
                    program, command, security_environment(security), program_output, log.fileno()
                )
            finally:
                os.close(program_output)
            on_failure.pop_all()

        def read() -> None:
            with log, events:
                for line in events:
                    log.write(line)
                    log.flush()
                    if event := event_of(line):
                        handler(program.name, event)
            process.wait()
            if security:
                security.unlink(missing_ok=True)
            handler(program.name, None)

        reader = Thread(target=read, name=f"events of {program.name}", daemon=True)
        reader.start()
        return ProgramProcess(
            program.name,
            process,
            identity,
            reader,
            self._network(program.role),
            starts_processes=program.job.starts_processes,
        )

    def _started(
        self, program: Program, command: list[str], security: Mapping[str, str], output: int, log: int
    ) -> tuple[StartedProcess, ProcessIdentity]:
        environment = {**os.environ, **security}
        namespace = self.access.namespaces.get(program.role)
        if self._forks and not namespace and runs_python_module(command):
            forked = self._forks.start(command, environment, self._cores, output, log)
            return forked, forked.identity
        if namespace:
            control_congestion(namespace, program.congestion_control)
            environment[OWN_NETWORK] = "1"
        confined_command = confined(command, self._cores)
        child = subprocess.Popen(
            namespace.inside(confined_command) if namespace else confined_command,
            cwd=IMPORT_PATH,
            env={**environment, "PYTHONPATH": str(IMPORT_PATH), PARENT: str(os.getpid())},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=log,
        )
        return child, ProcessIdentity.of(child.pid)

    def _network(self, role: str) -> HostNetwork | None:
        """The network of the programs with this role; None if they use the host's network."""
        bridge, namespace = self.access.bridge, self.access.namespaces.get(role)
        return bridge.network(role, namespace) if bridge and namespace else None
