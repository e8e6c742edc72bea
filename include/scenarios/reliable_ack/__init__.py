"""A producer on a network that loses packets, at four levels of acknowledgement: the paper's experiment.

Fire and forget, the leader's confirmation, the replicas' confirmation, and reliable ack: a producer that does
not wait, and sends a copy of each message to a monitor, which retransmits messages of which brokers gave no
receipt. Two levels are added to the paper's, idempotent and exactly-once. Packets are lost on the network of
the producer alone, from before its first message until after its last.
"""

from include.scenarios.reliable_ack.settings import ReliableAckSettings
from include.scenarios.scenario import Scenario

RECORD = Scenario(
    "reliable_ack",
    ReliableAckSettings,
    metrics=("retransmitted", "retransmission_time", "unfinished", "left_to_monitor"),
    raw_log_files=("confirmations.parquet",),
    sections=("reliable_ack",),
)
