"""Run a Java program that asks the brokers for what librdkafka has no request for."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from include.machine.errors import PlatformError
from include.machine.releases.client_class_path import client_class_path
from include.machine.releases.installed_java import find_java

SOURCES = Path(__file__).parent / "java"


def run_java_tool(
    program: str, release: str, arguments: Sequence[str], action: str, timeout_seconds: float
) -> str:
    """The output of a program, which uses neither encryption nor authentication.

    Args:
        program: The name of the class, and of its source in the folder ``java``.
        release: The Kafka release whose client the program uses.
        arguments: The program's arguments, of which the first are the addresses of the brokers.
        action: What the program does, for errors, such as "reading transaction.version".
        timeout_seconds: The maximum time for the program.

    Raises:
        PlatformError: The program failed, there is no Java, or Kafka's jars cannot be fetched.
    """
    java = [str(find_java().command), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    classpath = ":".join(map(str, client_class_path([SOURCES / f"{program}.java"], release)))
    command = [*java, "-cp", classpath, f"kerran.{program}", *arguments]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout_seconds)
    except subprocess.TimeoutExpired:
        raise PlatformError(f"{action}: no answer within {timeout_seconds:g} s") from None
    if answer.returncode:
        last_lines = "\n".join(answer.stderr.strip().splitlines()[-5:])
        raise PlatformError(f"{action}: refused or failed:\n{last_lines}")
    return answer.stdout
