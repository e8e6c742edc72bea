"""Fetch what the application of a cell consists of, before the first cell."""

from collections.abc import Callable

from include.machine.containers.images import present
from include.scenarios.application.settings import ApplicationSettings


def prepare(settings: ApplicationSettings, say: Callable[[str], None]) -> None:
    """Fetch the packages of a ready-made application, or pull an image.

    Raises:
        PlatformError: Something cannot be fetched.
    """
    if settings.ready_made:
        settings.ready_made.prepare(say)
    if settings.image:
        present(settings.image, say)
