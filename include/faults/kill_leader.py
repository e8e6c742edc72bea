"""Kill the leader. This resembles a crash of its host. Start that broker again when another broker leads."""

from include.faults.struck_leader import leader_fault, restart_replaced, strike_leader

RECORD = leader_fault(
    "kill-leader", "The leader is killed", strike_leader(lambda broker: broker.kill()), restart_replaced
)
