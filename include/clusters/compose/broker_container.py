"""A broker in a container: its process, its settings, and how it ended."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import psutil
from docker.models.containers import Container

from include.processes.identity import ProcessIdentity
from include.processes.log_excerpt import end_of_text

SERVICE = "com.docker.compose.service"

ALIVE = ("running", "paused")

JAVA_OPTIONS = ("KAFKA_HEAP_OPTS", "KAFKA_JVM_PERFORMANCE_OPTS", "KAFKA_OPTS")

SIGNAL = 128
"""A process that a signal ended has this exit code and the signal's number."""


def service(container: Container) -> str:
    """What Compose calls it, such as broker-2."""
    return str(container.labels[SERVICE])


def process_of(container: Container) -> ProcessIdentity | None:
    """Its process, where it is visible from here: an engine may run on another machine."""
    pid = int(container.attrs["State"]["Pid"])
    try:
        groups = Path(f"/proc/{pid}/cgroup").read_text(encoding="utf-8")
        return ProcessIdentity.of(pid) if str(container.id) in groups else None
    except (OSError, psutil.NoSuchProcess):
        return None


def variables(container: Container) -> dict[str, str]:
    """The environment that it was given."""
    return dict(variable.partition("=")[::2] for variable in container.attrs["Config"]["Env"])


def properties(variables: Mapping[str, str]) -> dict[str, str]:
    """The broker's settings that variables give; ___ is a dash, __ an underscore, _ a full stop."""
    named = {name: value for name, value in variables.items() if name.startswith("KAFKA_")}
    return {_property(name): value for name, value in named.items() if not name.endswith("_OPTS")}


def variable(setting: str) -> str:
    """The variable that gives a broker a setting."""
    return "KAFKA_" + setting.replace("_", "__").replace("-", "___").replace(".", "_").upper()


def java_options(variables: Mapping[str, str]) -> list[str]:
    """The flags that variables give to the broker's Java machine."""
    return [flag for name in JAVA_OPTIONS for flag in variables.get(name, "").split()]


def how_it_ended(container: Container) -> str | None:
    """Why it is gone, and the end of its log; None while it lives."""
    if container.status in ALIVE:
        return None
    state = container.attrs["State"]
    if state["OOMKilled"]:
        limit = int(container.attrs["HostConfig"]["Memory"]) // 2**20
        reason = f"was killed by its memory limit, {limit} MiB (KERRAN_KAFKA_MEMORY_MIB sets it)"
    elif state["ExitCode"] > SIGNAL:
        reason = f"was ended by signal {state['ExitCode'] - SIGNAL}"
    else:
        reason = f"is gone ({container.status}, exit code {state['ExitCode']})"
    return f"{reason}; the end of its log:\n{end_of_log(container)}"


def end_of_log(container: Container) -> str:
    """What a user needs to see of its log."""
    return end_of_text(log(container, 1000))


def log(container: Container, lines: "int | Literal['all']" = "all") -> str:
    """The last lines of what it wrote."""
    return bytes(container.logs(tail=lines)).decode(errors="replace")


def release_in(log: str) -> str | None:
    """The release that a broker says it is when it has started."""
    said = re.search(r"Kafka version: (\S+)", log)
    return said.group(1) if said else None


def _property(variable: str) -> str:
    name = variable.removeprefix("KAFKA_").lower().replace("_", ".")
    return name.replace("...", "-").replace("..", "_")
