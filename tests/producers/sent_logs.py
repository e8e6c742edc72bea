"""Logs of sent messages, for tests that do not read the files of these logs."""

from pathlib import Path
from tempfile import TemporaryDirectory

from include.producers.sent_log import SentLog


def new_log(messages: int) -> SentLog:
    """An empty log. Its files are removed at once, but its arrays remain usable."""
    with TemporaryDirectory() as folder:
        return SentLog.new(messages, Path(folder) / "sent")
