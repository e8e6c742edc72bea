"""``docker compose``, as a command of its own that ends with whoever calls it."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from include.containers.engine import EngineError, address

ADVICE = (
    "Install Docker's Compose plugin (Debian and Ubuntu: apt install docker-compose-v2 or docker-compose)."
)


def compose(
    project: str, files: Sequence[Path], arguments: list[str], variables: Mapping[str, str], seconds: float
) -> None:
    """Run ``docker compose`` with arguments, on a project and its files, with variables for them.

    What a later file says takes precedence.

    Raises:
        EngineError: there is no such command, it failed (with what it said), or it took longer than that.
    """
    of_files = [part for file in files for part in ("--file", str(file))]
    command = [find_docker(), "compose", "--project-name", project, *of_files, *arguments]
    status, said = _run(command, {**os.environ, **variables, "DOCKER_HOST": address()}, seconds)
    if status:
        raise EngineError(f"docker compose {arguments[0]} of {files[0]} failed: {_reason(said)}")


def find_docker() -> str:
    """The command docker, once it is sure that it knows ``compose``.

    Raises:
        EngineError: there is none, or it doesn't.
    """
    docker = shutil.which("docker")
    if not docker:
        raise EngineError(f"There is no command docker on PATH. {ADVICE}")
    plugin = subprocess.run([docker, "compose", "version"], capture_output=True, check=False)
    if plugin.returncode:
        raise EngineError(f"{docker} knows no `compose`. {ADVICE}")
    return docker


def _run(command: list[str], environment: Mapping[str, str], seconds: float) -> tuple[int, str]:
    """Exit code and output. In a session of its own, to be ended with the plugin, which is a child of its."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            raise EngineError(f"{' '.join(command)} took longer than {seconds:g} s") from None
        raise
    return process.returncode, said


def _reason(said: str) -> str:
    """What it said but for its progress, which are the lines that begin with a space."""
    lines = [line for line in said.splitlines() if line and not line.startswith(" ")]
    return "\n".join(lines or said.splitlines()[-10:])
