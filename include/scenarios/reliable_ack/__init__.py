"""The scenario *reliable ack*: the experiment of a paper with a producer on a network that loses packets.

The paper compares four levels of acknowledgement: fire and forget, acknowledgement by the leader,
acknowledgement by all replicas, and reliable ack. With reliable ack, the producer does not wait for
acknowledgements. It sends a copy of each message to a monitor, which retransmits the messages that the
brokers did not receive. Two levels are not in the paper: idempotent and exactly-once. Only the network of the
producer loses packets, from before the first message until after the last.
"""

from include.scenarios.registry import Scenario
from include.scenarios.reliable_ack.settings import ReliableAckSettings

RECORD = Scenario(
    "reliable_ack",
    ReliableAckSettings,
    metrics=("retransmitted", "retransmission_time", "unfinished", "left_to_monitor"),
    raw_log_files=("confirmations.parquet",),
    sections=("reliable_ack",),
)
