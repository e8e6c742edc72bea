"""A producer sends requests to one topic, responders reply to each of them on another topic."""

from include.scenarios.request_reply.settings import RequestReplySettings
from include.scenarios.scenario import Scenario

RECORD = Scenario(
    "request_reply",
    RequestReplySettings,
    metrics=("reply_latency", "unanswered"),
    raw_log_files=("replies.parquet",),
    promises=frozenset({"unanswered"}),
    sections=("request_reply",),
)
