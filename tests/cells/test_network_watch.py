from pathlib import Path

import pytest

from include.cells.network_watch import check_round_trips, connections_lost
from include.machine.errors import CellError
from include.machine.networks.packet_changes_and_counts import RoundTrips
from include.rawlog.manifest import NetworkRecord


@pytest.mark.parametrize(("clients", "brokers"), [(5, 20), (7.25, 26)])
def test_measured_round_trips_may_be_somewhat_longer_than_asked(clients: float, brokers: float) -> None:
    record = NetworkRecord(round_trip_ms=clients, broker_round_trip_ms=brokers)
    check_round_trips(record, RoundTrips(5, 20))
    check_round_trips(record, RoundTrips())  # none was asked for
    check_round_trips(None, RoundTrips())


BETWEEN = "the round trip between clients and brokers"


@pytest.mark.parametrize(
    ("clients", "brokers", "message"),
    [
        (4.9, 20, f"{BETWEEN} was measured as 4.9 ms; it should be 5 to 7.25 ms"),
        (5, 30, "between brokers was measured as 30 ms; it should be 20 to 26 ms"),
        (None, 20, f"{BETWEEN} was not measured"),
    ],
)
def test_a_cell_with_another_round_trip_fails(clients: float | None, brokers: float, message: str) -> None:
    record = NetworkRecord(round_trip_ms=clients, broker_round_trip_ms=brokers)
    with pytest.raises(CellError, match=message):
        check_round_trips(record, RoundTrips(5, 20))


LOG = """\
{"event": "ready", "at_ns": 1}
%6|1.2|FAIL|rdkafka#producer-1| [thrd:h:9092/1]: h:9092/1: Disconnected (after 7ms in state UP)
%3|1.3|FAIL|rdkafka#producer-1| [thrd:127.0.0.1:9092/1]: Connect failed (after 0ms in state CONNECT)
%4|1.4|GETPID|rdkafka#producer-1| [thrd:main]: Failed to acquire PID
"""


JAVA_LOG = """\
[main] INFO org.apache.kafka.clients.NetworkClient - [Consumer clientId=c, groupId=g] Node 3 disconnected.
[main] INFO org.apache.kafka.clients.NetworkClient - [Consumer clientId=c, groupId=g] Node 3 disconnected.
[main] WARN org.apache.kafka.clients.NetworkClient - [Consumer clientId=c, groupId=g] Connection to node 3 \
(/127.0.0.1:9092) could not be established. Node may not be available.
"""


@pytest.mark.parametrize("log", [LOG, JAVA_LOG], ids=["librdkafka", "java"])
def test_only_connections_that_were_established_count_as_lost(tmp_path: Path, log: str) -> None:
    assert connections_lost(tmp_path / "producer.log") == 0
    (tmp_path / "producer.log").write_text(log, encoding="utf-8")
    assert connections_lost(tmp_path / "producer.log") == 1
