"""The semantics *at least once*: no acknowledged message is lost, and messages may be duplicated.

The producer waits for all replicas in sync, and resends messages that were not acknowledged. It is not
idempotent.
"""

from include.kinds.semantics.registry import DeliveryConfig, Semantics
from include.load.producer_job import Resend

RECORD = Semantics(
    name="at-least-once",
    rank=1,
    config=DeliveryConfig(),
    excludes=frozenset({"lost", "gone", "phantom", "corrupted"}),
    resend=Resend.NOT_ACKED,
    with_idempotence="idempotent",
)
