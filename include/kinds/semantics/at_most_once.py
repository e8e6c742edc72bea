"""The semantics *at most once*: messages may be lost, and no message is duplicated."""

from include.kinds.semantics.registry import DeliveryConfig, Semantics
from include.load.producer_job import Resend

RECORD = Semantics(
    name="at-most-once",
    rank=0,
    config=DeliveryConfig(acks="0", retries=0, max_in_flight=10),
    excludes=frozenset({"duplicated", "phantom", "corrupted"}),
    resend=Resend.NOT_HANDED_OVER,
    commits_before_producing=True,
)
