"""Take a client's events, such as delivery reports, in the sending thread or a separate thread.

A client runs callbacks only in its method ``poll``. So the recorded time of an event is the time of a poll,
and may be later than the broker's answer.
"""

from threading import Event, Thread
from time import clock_gettime_ns, monotonic_ns, pthread_getcpuclockid, thread_time_ns

from confluent_kafka import Producer

THREAD_POLL_SECONDS = 0.05
"""The maximum duration of a poll in the thread, and therefore the maximum time to stop the thread."""


class ClientEvents:
    """Takes the client's events in the sending thread when this thread calls ``take`` or ``wait``."""

    def __init__(self, client: Producer) -> None:
        self._client = client
        self._polled_ns = monotonic_ns()
        self.longest_gap_ns = 0
        """The longest gap in ns: a time between two polls, or the time by which a poll exceeded its
        time-out."""
        self._forgets_gaps = False

    def start(self) -> None:
        """Begin to take events. From now on, gaps between polls are measured."""
        self._polled_ns = monotonic_ns()

    def stop(self) -> None:
        """Stop taking events in the background."""

    def take(self) -> None:
        """Take the events that have arrived."""
        self._poll(0)

    def wait(self, seconds: float) -> None:
        """Wait at most ``seconds`` for events, and take them."""
        self._poll(seconds)

    def forget_gaps(self) -> None:
        """At the end of the next poll, forget the longest gap, and begin to measure gaps anew."""
        self._forgets_gaps = True

    def cpu_ns(self) -> int:
        """The CPU time of threads that only take events, in ns."""
        return 0

    def _poll(self, seconds: float) -> None:
        began_ns = monotonic_ns()
        self._client.poll(seconds)
        ended_ns = monotonic_ns()
        gap_ns, exceeded_ns = began_ns - self._polled_ns, ended_ns - began_ns - int(seconds * 1e9)
        self._polled_ns = ended_ns
        if gap_ns > self.longest_gap_ns or exceeded_ns > self.longest_gap_ns:
            self.longest_gap_ns = max(gap_ns, exceeded_ns)
        if self._forgets_gaps:  # only the thread that polls writes the longest gap
            self._forgets_gaps, self.longest_gap_ns = False, 0


class ThreadedEvents(ClientEvents):
    """Takes events when they arrive, in a thread that waits for them while the program sleeps.

    While the client waits, it does not hold Python's global interpreter lock. An error in a callback ends the
    thread. The program receives the error when it next takes events or waits for them.
    """

    def __init__(self, client: Producer) -> None:
        super().__init__(client)
        self._thread: Thread | None = None
        self._stopping = False
        self._arrived, self._is_awaited = Event(), False
        self._error: BaseException | None = None
        self._ended_cpu_ns = 0

    def start(self) -> None:
        super().start()
        self._stopping = False
        self._thread = Thread(target=self._take_all, name="client-events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread. When this method returns, the thread has ended. A second call has no effect."""
        if self._thread:
            self._stopping = True
            self._thread.join()
            self._thread = None

    def cpu_ns(self) -> int:
        """The CPU time in ns of all event threads: the running one, and those that have ended."""
        running = self._thread.ident if self._thread and self._thread.is_alive() else None
        now_ns = clock_gettime_ns(pthread_getcpuclockid(running)) if running else 0
        return self._ended_cpu_ns + now_ns

    def take(self) -> None:
        """Raise the error of a callback if such an error has ended the event thread.

        This method takes no events, because the event thread takes them.
        """
        if self._error:
            raise self._error

    def wait(self, seconds: float) -> None:
        if self._thread is None:
            self._poll(seconds)
        else:
            self._is_awaited = True
            self._arrived.clear()
            self._arrived.wait(seconds)
            self._is_awaited = False
            self.take()

    def _take_all(self) -> None:
        try:
            while not self._stopping:
                self._poll(THREAD_POLL_SECONDS)
                if self._is_awaited:  # setting the event is the slowest step here
                    self._arrived.set()
        except BaseException as error:  # the thread that sends must not go on, whatever the error is
            self._error = error
            self._arrived.set()
        finally:
            self._ended_cpu_ns += thread_time_ns()
