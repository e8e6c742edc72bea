"""A producer sends requests to one topic, responders reply to each of them on another topic."""

from include.scenarios.registry import Scenario
from include.scenarios.request_reply.settings import RequestReplySettings

RECORD = Scenario(
    "request_reply",
    RequestReplySettings,
    metrics=("reply_latency", "unanswered"),
    raw_log_files=("replies.parquet",),
    promises=frozenset({"unanswered"}),
    sections=("request_reply",),
)
