"""The requests of Kafka's protocol that a strike may name, and the outcomes of transactions."""

from enum import StrEnum


class Request(StrEnum):
    """The requests that a strike can name.

    Source: https://kafka.apache.org/protocol#protocol_api_keys.
    """

    PRODUCE = "Produce"
    FETCH = "Fetch"
    OFFSET_COMMIT = "OffsetCommit"
    INIT_PRODUCER_ID = "InitProducerId"
    ADD_PARTITIONS_TO_TXN = "AddPartitionsToTxn"
    ADD_OFFSETS_TO_TXN = "AddOffsetsToTxn"
    END_TXN = "EndTxn"
    WRITE_TXN_MARKERS = "WriteTxnMarkers"
    TXN_OFFSET_COMMIT = "TxnOffsetCommit"
    SHARE_FETCH = "ShareFetch"
    SHARE_ACKNOWLEDGE = "ShareAcknowledge"

    @property
    def api_key(self) -> int:
        """The number of the request in the protocol."""
        return _API_KEYS[self]

    @property
    def is_of_transactions(self) -> bool:
        """Whether only a client with transactions sends the request."""
        others = Request.PRODUCE, Request.FETCH, Request.OFFSET_COMMIT
        return self not in others and not self.is_of_share_groups

    @property
    def is_of_share_groups(self) -> bool:
        """Whether only a member of a share group sends the request."""
        return self in (Request.SHARE_FETCH, Request.SHARE_ACKNOWLEDGE)


_API_KEYS = {
    Request.PRODUCE: 0,
    Request.FETCH: 1,
    Request.OFFSET_COMMIT: 8,
    Request.INIT_PRODUCER_ID: 22,
    Request.ADD_PARTITIONS_TO_TXN: 24,
    Request.ADD_OFFSETS_TO_TXN: 25,
    Request.END_TXN: 26,
    Request.WRITE_TXN_MARKERS: 27,
    Request.TXN_OFFSET_COMMIT: 28,
    Request.SHARE_FETCH: 78,
    Request.SHARE_ACKNOWLEDGE: 79,
}


BETWEEN_BROKERS = Request.WRITE_TXN_MARKERS, Request.ADD_PARTITIONS_TO_TXN, Request.FETCH
"""The requests that a broker sends to another broker: to end a transaction in the partitions that the other
one leads, to add a partition to a transaction or to ask whether it is in it, and to copy messages."""


class End(StrEnum):
    """The outcome that an EndTxn or WriteTxnMarkers request demands."""

    COMMIT = "commit"
    ABORT = "abort"
