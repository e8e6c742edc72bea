"""Kill the leader. The effect resembles a crash of the leader's host.

Start the killed broker again when another broker has become the leader.
"""

from include.faults.struck_leader import leader_fault, restart_replaced, strike_leader

RECORD = leader_fault(
    "kill-leader", "The leader is killed", strike_leader(lambda broker: broker.kill()), restart_replaced
)
