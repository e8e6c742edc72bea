"""The semantics *idempotent*: an idempotent producer without transactions.

The topic has the same settings as with exactly-once. In the published experiment, an idempotent producer is
called at-least-once, and the topic has another ``min.insync.replicas``.
"""

from include.kinds.semantics.registry import DeliveryConfig, Semantics, all_violations_except
from include.load.producer_job import Resend

RECORD = Semantics(
    name="idempotent",
    rank=2,
    config=DeliveryConfig(idempotence=True, min_insync_replicas=2),
    excludes=all_violations_except({"aborted_seen", "torn", "hanging"}),
    resend=Resend.NOT_ACKED,
    ends_with_producer=True,
)
