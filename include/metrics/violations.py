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
            "Acknowledged messages that had not been received when the cell ended. A cell ends when the "
            "topic is read to its end, or when no message arrives for 5 s (1 s if as many messages were "
            "received as acknowledged). It ends at once if a single consumer has received as many different "
            "messages as were acknowledged, and no outcome is unknown. Messages of transactions that were "
            "not seen to be committed do not count.",
            chances="acked",
        ),
        _violation("duplicated", "Deliveries of a message beyond its first.", chances="received"),
        _violation(
            "out_of_order",
            "First receipts of messages that arrive after a message of the same partition that was sent "
            "later. With several producers, only messages of the same producer are compared.",
            chances="received",
        ),
        _violation(
            "aborted_seen",
            "Deliveries of messages of aborted transactions, if the producer knows their offsets or sent "
            "them in no other transaction. If an independent reader read the log (see `gone`), this also "
            "counts deliveries of messages that a `read_committed` consumer does not receive, such as a "
            "message behind a transaction that never ended.",
            chances="received",
            words="aborted and seen",
        ),
        _violation(
            "torn",
            "Messages that `read_committed` consumers receive although another message of the same "
            "transaction is hidden from these consumers or not in the log. What the application was told "
            "about the transaction does not matter. Empty without an independent reader of the log (see "
            "`gone`), and without transactions of a producer. Messages are left out if the producer does "
            "not know their offset.",
            chances="received",
            words="of torn transactions",
        ),
        _violation(
            "hanging",
            "Messages in the log that `read_committed` consumers never reach: before these messages, the "
            "last stable offset of the partition stood still for longer than a transaction may be open (its "
            "time-out and 15 s). Empty without an independent reader of the log (see `gone`). The count is 0 "
            "if the log was read only because a message was not received: nobody watched the last stable "
            "offset then.",
            chances="received",
            words="behind a hanging transaction",
        ),
        _violation("phantom", "Deliveries of messages that were never sent.", chances="received"),
        _violation(
            "corrupted",
            "Deliveries of messages with any byte that differs from the sent message. Consumers check every "
            "byte of every message: the header by its checksum, the rest by the content that belongs to its "
            "id. A message with a header that no longer names the cell counts as `phantom`. A message is "
            "also lost if all of its deliveries are corrupted.",
            chances="received",
        ),
        _violation(
            "gone",
            "Acknowledged messages that an independent reader did not find in the log, whether they were "
            "received or not. Messages of transactions that were not seen to be committed do not count. "
            "Empty without such a reader. It reads the log where a fault struck, where consumers process, "
            "where transactions are aborted on purpose, where a message was not received, and in cells of "
            "reliable ack.",
            chances="acked",
            words="gone from the log",
        ),
    ),
)
