"""Stop the leader in an orderly way, as for maintenance, and start it again when the fault ends.

Before it exits, the leader hands its partitions over to other brokers.
"""

from include.faults.struck_leader import leader_fault, strike_leader

RECORD = leader_fault(
    "stop-leader",
    "The leader is stopped",
    strike_leader(lambda broker: broker.stop()),
    lambda _scene, broker: broker.start(),
)
