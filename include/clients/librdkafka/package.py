"""The Python package with a release of librdkafka, fetched once for all checkouts of this user."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.made_once import made_once


def librdkafka_package(release: str, say: Callable[[str], None] = lambda _: None) -> Path:
    """The folder with a release of confluent-kafka; the release is fetched if the folder does not exist.

    Raises:
        PlatformError: The package cannot be fetched, or has no wheel for this Python. The message contains
            pip's error message.
    """
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    folder = folders.CACHE / "librdkafka" / f"{release}-{python}"
    return made_once(folder, folders.CACHE / "librdkafka.lock", partial(_fetch, release, say))


def _fetch(release: str, say: Callable[[str], None], folder: Path) -> Path:
    say(f"Fetching librdkafka {release} (once)")
    package = folder / "package"
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", str(package)]
    answer = subprocess.run(
        [*pip, f"confluent-kafka=={release}"], capture_output=True, text=True, check=False
    )
    if answer.returncode:
        raise PlatformError(f"confluent-kafka {release} cannot be fetched:\n{answer.stderr.strip()}")
    return package
