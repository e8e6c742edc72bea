"""Count the connections that a load program lost, from the log of its Kafka client."""

from pathlib import Path

JAVA_CONNECTION_ENDED = b" disconnected."
JAVA_NEVER_ESTABLISHED = b" could not be established."


def connections_lost(log: Path) -> int:
    """How many established connections ended, whichever side closed them; 0 without a log.

    librdkafka logs a closed connection at level 6 (information), with the facility FAIL and the state of the
    connection. The statistics of librdkafka contain the same number, but they cost a histogram update for
    every message. The Java client logs that a node is disconnected and, if the connection had never been
    established, another line about this.
    """
    lines = log.read_bytes().splitlines() if log.is_file() else []
    of_librdkafka = sum(b"|FAIL|" in line and b"in state UP" in line for line in lines)
    ended = sum(JAVA_CONNECTION_ENDED in line for line in lines)
    never_established = sum(JAVA_NEVER_ESTABLISHED in line for line in lines)
    return of_librdkafka + max(0, ended - never_established)
