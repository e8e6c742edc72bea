"""Copy the network's metrics from the manifest."""

from include.rawlog.manifest import NetworkRecord
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    record = cell.manifest.network or NetworkRecord()
    return {
        "packets_passed": record.packets_passed,
        "packets_dropped": record.packets_dropped,
        "segments_sent": record.segments_sent,
        "segments_retransmitted": record.segments_retransmitted,
        "round_trip": record.round_trip_ms,
        "broker_round_trip": record.broker_round_trip_ms,
    }
