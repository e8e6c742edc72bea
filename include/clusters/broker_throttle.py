"""Slow a cluster down on purpose: pause its brokers for a share of the time.

The pauses have a similar effect as fewer CPUs.
"""

import threading
import time
from contextlib import AbstractContextManager

import psutil

from include.clusters.cluster import Cluster

PERIOD_SECONDS = 0.05
"""The time between the starts of two pauses. It is much longer than the time until a signal is delivered, and
much shorter than a cell."""


class BrokerThrottle(AbstractContextManager["BrokerThrottle"]):
    """Slows a cluster down for a whole cell: pauses all brokers together for ``percent`` of the time."""

    def __init__(self, cluster: Cluster, percent: float) -> None:
        self._cluster = cluster
        self._share = percent / 100
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="broker-throttle")
        self._paused_seconds = 0.0
        self._seconds = 0.0

    @property
    def percent(self) -> float:
        """The actual percentage of time in which the brokers were paused; known after the ``with`` block."""
        return 100 * self._paused_seconds / self._seconds if self._seconds else 0.0

    def __enter__(self) -> "BrokerThrottle":
        """Start the pauses of the brokers, unless the requested percentage is 0."""
        if self._share:
            self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        brokers = [process for broker in self._cluster.brokers if (process := broker.process())]
        began = time.monotonic()
        while not self._ended.is_set():
            pause_seconds = self._pause(brokers)
            self._paused_seconds += pause_seconds
            # On a busy machine a pause may last too long; then the brokers also run longer.
            self._ended.wait(pause_seconds * (1 - self._share) / self._share)
        self._seconds = time.monotonic() - began

    def _pause(self, brokers: list[psutil.Process]) -> float:
        """Pause the brokers once, and return the duration of the pause in seconds."""
        began = time.monotonic()
        try:
            for broker in brokers:
                broker.suspend()
            self._ended.wait(PERIOD_SECONDS * self._share)
        finally:
            for broker in brokers:
                broker.resume()
        return time.monotonic() - began
