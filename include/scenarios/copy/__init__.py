"""The scenario *copy*: a copier consumes from one topic, transforms messages, and produces to another topic.

The semantics decides when the copier commits its offsets: with at-most-once before it produces, with
at-least-once after it has produced, and with exactly-once as a part of the transaction in which it produces.
A producer feeds the first topic, and a consumer reads the second. Neither is under test: both use
librdkafka with the safest client settings, and the setting ``client`` chooses the copier's client.
"""

from include.scenarios.copy.settings import CopySettings
from include.scenarios.registry import Scenario

RECORD = Scenario("copy", CopySettings)
