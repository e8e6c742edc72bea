"""The numbers of messages with a violation that a semantics may exclude.

The chances of a violation are the metric that counts how often the violation could have happened.
"""

from include.metrics.metric import Better, Metric, MetricFamily


def _violation(name: str, definition: str, chances: str, words: str = "") -> Metric:
    return Metric(
        name, "messages", definition, is_whole_number=True, better=Better.LOWER, chances=chances, words=words
    )


RECORD = MetricFamily(
    "violations",
    (
        _violation(
            "lost",
            "Acknowledged messages that had not been received when the cell ended: when the topic was read "
            "to its end, when no message had arrived for 5 s (1 s if as many were received as "
            "acknowledged), or at once if a single consumer had received as many different messages as were "
            "acknowledged and no outcome was unknown. Messages of transactions that were not seen to be "
            "committed do not count.",
            chances="acked",
        ),
        _violation("duplicated", "Deliveries of a message beyond its first.", chances="received"),
        _violation(
            "out_of_order",
            "First receipts of messages that were sent before a message that had already been received from "
            "the same partition; of several producers, before one of the same producer.",
            chances="received",
        ),
        _violation(
            "aborted_seen",
            "Deliveries of messages of aborted transactions, if the producer knows their offsets or sent "
            "them in no other transaction, and, where an independent reader read the log (see `gone`), of "
            "any message that committed readers do not receive, such as one behind a transaction that never "
            "ended.",
            chances="received",
            words="aborted and seen",
        ),
        _violation(
            "torn",
            "Messages that committed readers receive although another message of the same transaction is "
            "hidden from them or not in the log, whatever the application was told of the transaction. "
            "Empty without an independent reader of the log (see `gone`), and without transactions of a "
            "producer. Messages of which the producer does not know the offset are not looked at.",
            chances="received",
            words="of torn transactions",
        ),
        _violation(
            "hanging",
            "Messages in the log that committed readers never reach: the last stable offset of their "
            "partition stood still before them for longer than a transaction may be open (its time-out and "
            "15 s). Empty without an independent reader of the log (see `gone`); 0 where the log was read "
            "only because a message was not received, since nobody watched the last stable offset then.",
            chances="received",
            words="behind a hanging transaction",
        ),
        _violation("phantom", "Deliveries of messages that were never sent.", chances="received"),
        _violation(
            "corrupted",
            "Deliveries of messages of which any byte differs from what was sent. Consumers check every byte "
            "of every message: the header by its checksum, the rest by the content that belongs to its id. A "
            "message whose header no longer names the cell counts as `phantom`. A message that was received "
            "corrupted only is also lost.",
            chances="received",
        ),
        _violation(
            "gone",
            "Acknowledged messages, without those of transactions that were not seen to be committed, that "
            "an independent reader did not find in the log, whether they were received or not. Empty "
            "without such a reader: the log is read where a fault struck, where consumers process, where "
            "transactions are aborted on purpose, where a message was not received, and in cells of "
            "reliable ack.",
            chances="acked",
            words="gone from the log",
        ),
    ),
)
