"""What was recorded of a network is what was asked for."""

import pytest

from include.cells.errors import CellError
from include.cells.network_watch import check_round_trips
from include.networks.traffic import RoundTrips
from include.rawlog.manifest import NetworkRecord


@pytest.mark.parametrize(("clients", "brokers"), [(5, 20), (7.25, 26)])
def test_measured_round_trips_may_be_somewhat_longer_than_asked(clients: float, brokers: float) -> None:
    record = NetworkRecord(round_trip_ms=clients, broker_round_trip_ms=brokers)
    check_round_trips(record, RoundTrips(5, 20))
    check_round_trips(record, RoundTrips())  # none was asked for
    check_round_trips(None, RoundTrips())


@pytest.mark.parametrize(
    ("clients", "brokers", "message"),
    [
        (
            4.9,
            20,
            "the round trip between clients and brokers was measured as 4.9 ms, where 5 ms were asked for",
        ),
        (5, 30, r"between brokers was measured as 30 ms, where 20 ms were asked for \(up to 26 ms"),
        (None, 20, "the round trip between clients and brokers was not measured"),
    ],
)
def test_a_cell_with_another_round_trip_fails(clients: float | None, brokers: float, message: str) -> None:
    record = NetworkRecord(round_trip_ms=clients, broker_round_trip_ms=brokers)
    with pytest.raises(CellError, match=message):
        check_round_trips(record, RoundTrips(5, 20))
