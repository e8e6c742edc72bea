"""Run the groups of tests of a ``make`` target in parallel, since most of them wait for servers.

python -m tests.session.in_parallel test
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from tempfile import TemporaryFile
from typing import IO

from include.machine import folders
from include.machine.processes.parent_death import end_with_parent
from include.machine.processes.wait_until import NotInTimeError
from tests.session.machine_turn import DEADLINE_SECONDS, HAS_TURN, machine_turn

PIPELINE = "fast or airflow or spark or storage"
OTHERS = "slow or containers or needs or starts_brokers"
BROKERS = f"releases or not ({OTHERS} or {PIPELINE})"
HALF = [f"tests/{name}" for name in ("dags", "plugins", "report", "tasks")]
"""Folders whose fast tests take about half of the time."""

NOT_FAST = [f"tests/{name}" for name in ("browser", "e2e", "install", "notebooks")]
"""Folders without a fast test, whose modules take seconds to import."""

STRUCK = [f"tests/e2e/test_{name}.py" for name in ("application", "share_group")]
"""Modules whose tests take half of the time; they run beside the others, on brokers of their own."""

Command = Sequence[str]

GROUPS: dict[str, Sequence[Command]] = {
    "test": (
        ("pytest", "-m", BROKERS, *(f"--ignore={file}" for file in STRUCK)),
        ("pytest", "-m", BROKERS, *STRUCK),
        ("pytest", "-m", f"({PIPELINE}) and not (airflow or releases)"),
        ("pytest", "-m", f"({OTHERS}) and not ({PIPELINE} or releases)"),
        ("pytest", "-m", "airflow and not releases"),
        ("tests.session.type_checks",),
    ),
    "test-fast": (
        ("pytest", "-m", "fast", *(f"--ignore={folder}" for folder in HALF + NOT_FAST)),
        ("pytest", "-m", "fast", *HALF),
    ),
    "test-install": (("pytest", "--install", "-m", "install", "-k", "official_image or wheel"),),
    "test-browser": (("pytest", "--browser", "-m", "browser"),),
    "test-clients": (("pytest", "--clients", "-m", "clients"),),
    "test-clients-without-twins": (("pytest", "--clients", "-m", "clients and not twin"),),
    "test-containers": (("pytest", "--containers", "-m", "containers and not stack"),),
}
"""The Python modules that each target runs, with their arguments. Every test is in one group of a target, but
for two of the four layouts of ``make test-install``, which take a minute and a half each."""


def main(targets: Sequence[str]) -> int:
    """Run the groups of targets; 1 if one of them failed, 2 if the machine is in use, otherwise 0."""
    commands = [command for target in targets for command in GROUPS[target]]
    if targets == ["test-fast"]:
        return run(commands)
    try:
        with machine_turn(folders.MACHINE_LEASE, partial(print, flush=True), DEADLINE_SECONDS):
            return run(commands, {HAS_TURN: "1"})
    except NotInTimeError as error:
        print(error, file=sys.stderr)
        return 2


def run(commands: Sequence[Command], variables: Mapping[str, str] = {}) -> int:
    """Run commands in parallel with more environment variables; 1 if one of them failed, otherwise 0.

    The first one prints as it runs. The output of the others follows when it has ended, failures last.
    """
    with ExitStack() as files:
        outputs = [files.enter_context(TemporaryFile()) for _ in commands[1:]]
        first = _started(commands[0], None, variables)
        others = [_started(*pair, variables) for pair in zip(commands[1:], outputs, strict=True)]
        failed = first.wait() != 0
        ended = [(other.wait() != 0, output) for other, output in zip(others, outputs, strict=True)]
        for _, output in sorted(ended, key=lambda pair: pair[0]):
            output.seek(0)
            sys.stdout.buffer.write(output.read())
            sys.stdout.flush()
    return int(failed or any(has_failed for has_failed, _ in ended))


def _started(
    command: Command, output: IO[bytes] | None, variables: Mapping[str, str]
) -> "subprocess.Popen[bytes]":
    line = [sys.executable, "-m", *command]
    errors = None if output is None else subprocess.STDOUT
    return subprocess.Popen(
        line, stdout=output, stderr=errors, preexec_fn=end_with_parent, env={**os.environ, **variables}
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
