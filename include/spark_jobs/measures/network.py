"""Take over what was recorded of the network."""

from include.rawlog.manifest import NetworkRecord
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    found = cell.manifest.network or NetworkRecord()
    return {
        "packets_passed": found.packets_passed,
        "packets_dropped": found.packets_dropped,
        "segments_sent": found.segments_sent,
        "segments_retransmitted": found.segments_retransmitted,
        "round_trip": found.round_trip_ms,
        "broker_round_trip": found.broker_round_trip_ms,
    }
