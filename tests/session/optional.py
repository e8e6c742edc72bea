"""What a machine may lack for a part of the tests, and the tests that run only when they are asked for.

Python, Java and make are enough for ``make test``: tests that need more are skipped where it is missing, and
the summary of the test run has the reasons.
"""

from collections.abc import Callable
from functools import cache, partial

from include.clusters.backend import check_installed
from include.clusters.embedded.disk.library import disk_library
from include.machine.containers.engine import engine
from include.machine.errors import PlatformError
from include.machine.networks.namespace_support import check_possible
from include.scenarios.queue.systems import QUEUE_SERVERS
from tests.browser.chromium import chromium

CONTAINER_ENGINE = "container-engine"

REQUIREMENTS: dict[str, Callable[[], object]] = {
    **{name: partial(check_installed, [name]) for name in QUEUE_SERVERS},
    "c-compiler": disk_library,
    "network-namespaces": check_possible,
    "chromium": chromium,
    CONTAINER_ENGINE: engine,
}
"""The check of each requirement, by the name that the marker ``needs`` gives; it raises a PlatformError."""

TARGETS = {
    "containers": "brokers and load programs in containers take minutes",
    "stack": "the image of Airflow takes minutes to build",
    "browser": "a browser looks at every page of Airflow",
    "install": "an Airflow of its own takes minutes to install",
    "runs": "runs that wait or that lose a worker take minutes",
    "clients": "the same cells with another client take minutes",
    "applications": "the packages of every framework are fetched",
    "releases": "every Kafka release takes a quarter of an hour",
}
"""Why ``make test`` leaves out tests with a marker; an option and the target ``test-<marker>`` run them."""


@cache
def refusal(requirement: str) -> str | None:
    """Why a requirement is not met; None: it is met."""
    try:
        REQUIREMENTS[requirement]()
    except PlatformError as error:
        return str(error)
    return None
