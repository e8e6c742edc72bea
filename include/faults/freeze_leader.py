"""Pause the leader, as a long garbage collection would."""

from include.faults.struck_leader import leader_fault, strike_leader

RECORD = leader_fault(
    "freeze-leader",
    "The leader is paused",
    strike_leader(lambda broker: broker.pause()),
    lambda _scene, broker: broker.resume(),
)
