"""What a machine may lack for a part of the tests, and how it is installed.

Python, Java and make are enough for ``make test``: tests that need more are not run where it is missing, and
the last line of the test run says how many those are and what would enable them.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from include.containers.engine import engine
from include.errors import PlatformError
from include.networks.namespaces import check_possible
from include.servers.registry import check_installed
from tests.browser.chromium import chromium


@dataclass(frozen=True)
class Requirement:
    """What some tests need; ``check`` raises a PlatformError where it is missing."""

    name: str
    remedy: str
    check: Callable[[], object]


CONTAINER_ENGINE = "container-engine"

REQUIREMENTS = {
    "redis-server": Requirement(
        "Redis", "apt install redis-server", lambda: check_installed(["redis-server"])
    ),
    "rabbitmq-server": Requirement(
        "RabbitMQ", "apt install rabbitmq-server", lambda: check_installed(["rabbitmq-server"])
    ),
    "network-namespaces": Requirement(
        "network namespaces", "apt install iproute2 iptables, and run as root", check_possible
    ),
    "chromium": Requirement("Chromium", "apt install chromium", chromium),
    CONTAINER_ENGINE: Requirement("a container engine", "install and start Docker or Podman", engine),
}
"""Every requirement, by the name that the marker ``needs`` gives."""


@dataclass(frozen=True)
class Target:
    """A ``make`` target that runs the tests of a marker which ``make test`` leaves out."""

    option: str
    command: str
    reason: str


TARGETS = {
    "stack": Target("--stack", "make test-stack", "the image of Airflow takes minutes to build"),
    "browser": Target("--browser", "make test-browser", "a browser looks at every page of Airflow"),
    "install": Target("--install", "make test-install", "an Airflow of its own takes minutes to install"),
    "runs": Target("--runs", "make test-runs", "runs that wait or that lose a worker take minutes"),
    "clients": Target("--clients", "make test-clients", "the same cells with another client take minutes"),
    "releases": Target("--releases", "make test-releases", "every Kafka release takes a quarter of an hour"),
}


class NotRun:
    """Counts the tests that are not run, by what would enable them."""

    def __init__(self) -> None:
        self._requirements: Counter[str] = Counter()
        self._targets: Counter[str] = Counter()
        self._missing: dict[str, str | None] = {}

    def why(self, requirement: str) -> str | None:
        """Why a requirement is not met; None: it is met. Each is checked once."""
        if requirement not in self._missing:
            self._missing[requirement] = refusal(REQUIREMENTS[requirement])
        return self._missing[requirement]

    def for_lack_of(self, requirement: str) -> None:
        """Count a test that needs what is missing."""
        self._requirements[requirement] += 1

    def for_target(self, marker: str) -> None:
        """Count a test that another ``make`` target runs."""
        self._targets[marker] += 1

    def sentence(self, skipped: int) -> str | None:
        """How many tests were not run, and what would enable them; None: all were run.

        Args:
            skipped: The number of all tests that were skipped, for whatever reason.
        """
        if not skipped:
            return None
        parts = [needing(count, REQUIREMENTS[name]) for name, count in self._requirements.items()]
        parts += [running(count, TARGETS[name]) for name, count in self._targets.items()]
        if other := skipped - self._requirements.total() - self._targets.total():
            parts.append(f"{other} for the reasons above")
        return f"{skipped} {'test was' if skipped == 1 else 'tests were'} not run: {', '.join(parts)}."


def refusal(requirement: Requirement) -> str | None:
    """Why a requirement is not met; None: it is met."""
    try:
        requirement.check()
    except PlatformError as error:
        return str(error)
    return None


def needing(count: int, requirement: Requirement) -> str:
    """How many tests need what is missing, and what would install it."""
    return f"{count} {'needs' if count == 1 else 'need'} {requirement.name} ({requirement.remedy})"


def running(count: int, target: Target) -> str:
    """How many tests another ``make`` target runs."""
    return f"{count} {'runs' if count == 1 else 'run'} by {target.command}"
