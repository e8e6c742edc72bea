"""Python packages in folders of their own, fetched once for all checkouts of this user."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.made_once import made_once


def python_package(
    requirement: str,
    kind: str,
    options: tuple[str, ...] = (),
    say: Callable[[str], None] = lambda _: None,
) -> Path:
    """The folder with a package of a release, such as ``quixstreams==3.28.1``; it is fetched if necessary.

    Args:
        requirement: The package and its release.
        kind: The folder of the cache.
        options: Further options of pip.
        say: Announces the download.

    Raises:
        PlatformError: The package cannot be fetched, or has no wheel for this Python. The message contains
            pip's error message.
    """
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    folder = folders.CACHE / kind / f"{requirement.replace('==', '-')}-{python}"
    lock = folders.CACHE / f"{kind}.lock"
    return made_once(folder, lock, partial(_fetch, requirement, options, say))


def _fetch(requirement: str, options: tuple[str, ...], say: Callable[[str], None], folder: Path) -> Path:
    say(f"Fetching {requirement} (once)")
    package = folder / "package"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options]
    command = [*pip, "--target", str(package), requirement]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise PlatformError(f"{requirement} cannot be fetched:\n{answer.stderr.strip()}")
    return package
