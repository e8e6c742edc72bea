"""The semantics *idempotent*: an idempotent producer on the topic of exactly-once, without transactions.

The published experiment calls such a producer at-least-once. The topic of that experiment has another minimum
of replicas in sync.
"""

from include.load_runtime.producer_job import Resend
from include.scenarios.semantics.registry import DeliveryConfig, Semantics, all_violations_except

RECORD = Semantics(
    name="idempotent",
    rank=2,
    config=DeliveryConfig(idempotence=True, min_insync_replicas=2),
    excludes=all_violations_except({"aborted_seen", "torn", "hanging"}),
    resend=Resend.NOT_ACKED,
    ends_with_producer=True,
)
