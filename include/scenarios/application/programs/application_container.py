"""An application in a container, which the command line of Docker starts, strikes and ends."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from include.machine.containers.labels import labels
from include.machine.errors import UserError
from include.machine.processes.identity import descendants
from include.machine.processes.wait_until import wait_until
from include.scenarios.application.programs.application_process import GRACE_SECONDS, ApplicationProcess
from include.scenarios.application.programs.jobs import STATE_FOLDER

STATE = "/kerran-state"
"""The folder in the container that it keeps when it is started again."""

ENGINE_SECONDS = 60.0
"""The maximum time for the engine to strike a container, and to end it."""


class ApplicationContainer(ApplicationProcess):
    """A container whose ``docker run`` is a process of ours, with output and exit code of the application.

    A container that outlives this process is removed by its labels, as every container of Kerran.
    """

    def __init__(
        self,
        image: str,
        words: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        state: Path,
        name: str,
    ) -> None:
        state.chmod(0o777)  # the user of the container may be another one
        within = {variable: value.replace(STATE_FOLDER, STATE) for variable, value in environment.items()}
        options = [
            *("--rm", "--init", "--name", name, "--network", "host"),
            *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
            *("--volume", f"{state}:{STATE}"),
            *(f"--label={label}={value}" for label, value in labels("").items()),
            *(f"--env={variable}" for variable in within),  # the values are in the environment of the client
        ]
        command = ["docker", "run", *options, image, *(word.replace(STATE_FOLDER, STATE) for word in words)]
        super().__init__(command, within, log, state)
        self._name = name

    def kill(self) -> None:
        if not self.has_ended:
            self._docker("kill", self._name)
        self._wait_for_end()

    def stop(self) -> None:
        """Ask the application to end, and kill it if it still runs after a time."""
        if not self.has_ended:
            self._docker("stop", "--time", f"{GRACE_SECONDS:g}", self._name)
        self._wait_for_end()

    def freeze(self) -> None:
        self._docker("pause", self._name)

    def thaw(self) -> None:
        self._docker("unpause", self._name)

    def _wait_for_end(self) -> None:
        wait_until(lambda: self.has_ended, ENGINE_SECONDS, lambda: f"the container {self._name} did not end")

    def _docker(self, *words: str) -> None:
        """Let the engine do something with the container. One that has just ended is no error.

        Raises:
            UserError: The engine refuses.
        """
        command = ["docker", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=ENGINE_SECONDS, check=False)
        if done.returncode and descendants():
            raise UserError(f"docker {words[0]} {self._name}: {done.stderr.strip()}")
