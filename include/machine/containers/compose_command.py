"""Run the command ``docker compose``, and kill it if the caller is interrupted."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from include.machine.containers.engine import EngineError, address

ADVICE = "Install Docker's Compose plugin (Debian 13: apt install docker-compose; Ubuntu: docker-compose-v2)."


def compose(
    project: str, files: Sequence[Path], arguments: list[str], variables: Mapping[str, str], seconds: float
) -> None:
    """Run ``docker compose``.

    Args:
        project: The name of the Compose project.
        files: The Compose files, in increasing order of precedence.
        arguments: The subcommand and its arguments, such as ``up --detach``.
        variables: The values of variables in the files.
        seconds: The time limit.

    Raises:
        EngineError: The command does not exist, it failed, or it took too long.
    """
    file_options = [part for file in files for part in ("--file", str(file))]
    command = [find_docker(), "compose", "--project-name", project, *file_options, *arguments]
    status, output = _run(command, {**os.environ, **variables, "DOCKER_HOST": address()}, seconds)
    if status:
        raise EngineError(f"docker compose {arguments[0]} of {files[0]} failed: {_reason(output)}")


def find_docker() -> str:
    """The path of the command docker with its Compose plugin.

    Raises:
        EngineError: The command or the plugin does not exist.
    """
    docker = shutil.which("docker")
    if not docker:
        raise EngineError(f"There is no command docker on PATH. {ADVICE}")
    plugin = subprocess.run([docker, "compose", "version"], capture_output=True, check=False)
    if plugin.returncode:
        raise EngineError(f"{docker} has no Compose plugin. {ADVICE}")
    return docker


def _run(command: list[str], environment: Mapping[str, str], seconds: float) -> tuple[int, str]:
    """Run a command, and return its exit code and its output.

    The command runs in its own session, so that its child process, the Compose plugin, can be killed too.
    """
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
        output, _ = process.communicate(timeout=seconds)
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            raise EngineError(f"{' '.join(command)} took longer than {seconds:g} s") from None
        raise
    return process.returncode, output


def _reason(output: str) -> str:
    """The output without progress lines, which begin with a space."""
    lines = [line for line in output.splitlines() if line and not line.startswith(" ")]
    return "\n".join(lines or output.splitlines()[-10:])
