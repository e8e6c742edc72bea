"""A broker in a container: its process, its settings, and why it ended."""

import re
from collections.abc import Mapping
from pathlib import Path

import psutil
from docker.models.containers import Container

from include.machine.containers.engine import end_of_output
from include.machine.processes.identity import ProcessIdentity

SERVICE = "com.docker.compose.service"

RUNNING_STATES = ("running", "paused")

JAVA_OPTIONS = ("KAFKA_HEAP_OPTS", "KAFKA_JVM_PERFORMANCE_OPTS", "KAFKA_OPTS")

SIGNAL_EXIT_CODE = 128
"""If a signal ended a process, its exit code is this number plus the number of the signal."""


def service(container: Container) -> str:
    """The name of the container's Compose service, such as ``broker-2``."""
    return str(container.labels[SERVICE])


def process_of(container: Container) -> ProcessIdentity | None:
    """The process of a broker's container; None if it is not visible, for instance on another machine."""
    pid = int(container.attrs["State"]["Pid"])
    try:
        groups = Path(f"/proc/{pid}/cgroup").read_text(encoding="utf-8")
        return ProcessIdentity.of(pid) if str(container.id) in groups else None
    except (OSError, psutil.NoSuchProcess):
        return None


def variables(container: Container) -> dict[str, str]:
    """The environment variables of a container."""
    return dict(variable.partition("=")[::2] for variable in container.attrs["Config"]["Env"])


def properties(variables: Mapping[str, str]) -> dict[str, str]:
    """The settings of a broker, from the environment variables of its container.

    In the name of a variable, ``___`` stands for a dash, ``__`` for an underscore, and ``_`` for a full stop.
    """
    settings = {name: value for name, value in variables.items() if name.startswith("KAFKA_")}
    return {_property(name): value for name, value in settings.items() if not name.endswith("_OPTS")}


def variable(setting: str) -> str:
    """The name of the environment variable for a broker setting."""
    return "KAFKA_" + setting.replace("_", "__").replace("-", "___").replace(".", "_").upper()


def java_options(variables: Mapping[str, str]) -> list[str]:
    """The JVM flags in the environment variables of a broker."""
    return [flag for name in JAVA_OPTIONS for flag in variables.get(name, "").split()]


def end_reason(container: Container) -> str | None:
    """Why a container ended, and the end of its log; None while it runs."""
    if container.status in RUNNING_STATES:
        return None
    state = container.attrs["State"]
    if state["OOMKilled"]:
        limit = int(container.attrs["HostConfig"]["Memory"]) // 2**20
        reason = f"was killed by its memory limit, {limit} MiB (KERRAN_KAFKA_MEMORY_MIB sets it)"
    elif state["ExitCode"] > SIGNAL_EXIT_CODE:
        reason = f"was ended by signal {state['ExitCode'] - SIGNAL_EXIT_CODE}"
    else:
        reason = f"has ended ({container.status}, exit code {state['ExitCode']})"
    return f"{reason}; the end of its log:\n{end_of_output(container)}"


def release_in(log: str) -> str | None:
    """The release that a broker has logged; None if the log does not contain it."""
    match = re.search(r"Kafka version: (\S+)", log)
    return match.group(1) if match else None


def _property(variable: str) -> str:
    name = variable.removeprefix("KAFKA_").lower().replace("_", ".")
    return name.replace("...", "-").replace("..", "_")
