"""An application in a container, which the command line of Docker starts, strikes and ends."""

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from include.machine.containers.labels import labels
from include.machine.errors import PlatformError
from include.machine.processes.identity import descendants
from include.machine.processes.wait_until import wait_until
from include.scenarios.application.programs.application_process import GRACE_SECONDS, ApplicationProcess
from include.scenarios.application.programs.jobs import STATE_FOLDER, ApplicationJob

STATE = "/kerran-state"
"""The folder in the container that it keeps when it is started again."""

ENGINE_SECONDS = 60.0
"""The maximum time for the engine to strike a container, and to end it."""

LOOK_SECONDS = 0.2
"""The time between two looks at whether a container is gone."""


class ApplicationContainer(ApplicationProcess):
    """A container whose ``docker run`` is a process of ours, with output and exit code of the application.

    A container may outlive its ``docker run``, which is a process like others. So it is removed by its name
    when it is killed or stopped, after a failed cell, and by its labels when Kerran has died.
    """

    def __init__(
        self,
        image: str,
        words: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        state: Path,
        name: str,
        inherited: Sequence[str] = (),
    ) -> None:
        state.chmod(0o777)  # the user of the container may be another one
        within = {variable: value.replace(STATE_FOLDER, STATE) for variable, value in environment.items()}
        options = [
            *("--rm", "--init", "--name", name, "--network", "host"),
            *("--pull", "never"),  # it was pulled before the first cell; a pull would hide why it fails
            *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
            *("--volume", f"{state}:{STATE}"),
            *(f"--label={label}={value}" for label, value in labels("").items()),
            # The values are in the environment of the client.
            *(f"--env={variable}" for variable in {**within, **dict.fromkeys(inherited)}),
        ]
        command = ["docker", "run", *options, image, *(word.replace(STATE_FOLDER, STATE) for word in words)]
        super().__init__(command, within, log, state)
        self._name = name

    def start(self) -> None:
        """Start the container, in place of one that has outlived its client."""
        if self._exit_code is not None and self._exit_code < 0:
            remove_container(self._name)
        super().start()

    def kill(self) -> None:
        remove_container(self._name)
        wait_until(lambda: self.has_ended, ENGINE_SECONDS, lambda: f"the container {self._name} did not end")

    def stop(self) -> None:
        """Ask the application to end, and kill it if it still runs after a time."""
        docker("stop", "--time", f"{GRACE_SECONDS:g}", self._name)  # fails if it has ended
        self.kill()

    def freeze(self) -> None:
        self._docker("pause")

    def thaw(self) -> None:
        self._docker("unpause")

    def _docker(self, what: str) -> None:
        """Let the engine do something with the container. One that has just ended is no error.

        Raises:
            PlatformError: The engine refuses.
        """
        done = docker(what, self._name)
        if done.returncode and descendants():
            raise PlatformError(f"docker {what} {self._name}: {done.stderr.strip()}")


def container_name(job: ApplicationJob) -> str:
    return f"{job.topic}-{job.name}"


def remove_container(name: str) -> None:
    """Kill and remove the container with this name, if there is one, whether or not its client still runs.

    Raises:
        PlatformError: The engine does not answer, or the container does not go.
    """

    def is_gone() -> bool:
        docker("rm", "--force", "--volumes", name)  # refused while the engine itself removes it
        found = docker("ps", "--all", "--quiet", "--filter", f"name=^{re.escape(name)}$")
        if found.returncode:
            raise PlatformError(f"docker ps: {found.stderr.strip()}")
        return not found.stdout.strip()

    wait_until(is_gone, ENGINE_SECONDS, lambda: f"the container {name} was not removed", LOOK_SECONDS)


def docker(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line of Docker, and return whatever it says.

    Raises:
        PlatformError: There is no such command, or the engine does not answer.
    """
    command = ["docker", *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=ENGINE_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PlatformError(f"docker {words[0]}: {error}") from None
