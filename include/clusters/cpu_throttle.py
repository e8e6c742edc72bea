"""Slow a cluster down on purpose: its brokers stand still for a share of the time, as with fewer CPUs."""

import threading
import time
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType

import psutil

from include.clusters.cluster import Cluster
from include.clusters.resume_watchdog import resume_watchdog

PERIOD = 0.05
"""Seconds in which brokers stand still once: much longer than a signal takes, much shorter than a cell."""


class Brake(AbstractContextManager["Brake"]):
    """Holds the brokers of a cluster for ``percent`` of the time, all at once, from entry to exit."""

    def __init__(self, cluster: Cluster, percent: float) -> None:
        self._cluster = cluster
        self._share = percent / 100
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="brake")
        self._undo = ExitStack()
        self._held = 0.0
        self._seconds = 0.0

    @property
    def percent(self) -> float:
        """For how much of the time the brokers stood still indeed, once it is over."""
        return 100 * self._held / self._seconds if self._seconds else 0.0

    def __enter__(self) -> "Brake":
        """Begin, where there is anything to do."""
        if self._share:
            self._undo.enter_context(resume_watchdog(self._cluster))
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it; the brokers go on."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()
        self._undo.close()

    def _run(self) -> None:
        brokers = [process for broker in self._cluster.brokers if (process := broker.process())]
        began = time.monotonic()
        while not self._ended.is_set():
            held = self._hold(brokers)
            self._held += held
            # A busy machine lets this thread wait: as long as that held them, they go on the longer.
            self._ended.wait(held * (1 - self._share) / self._share)
        self._seconds = time.monotonic() - began

    def _hold(self, brokers: list[psutil.Process]) -> float:
        """Have them stand still once; the seconds that they did."""
        began = time.monotonic()
        try:
            for broker in brokers:
                broker.suspend()
            self._ended.wait(PERIOD * self._share)
        finally:
            for broker in brokers:
                broker.resume()
        return time.monotonic() - began
