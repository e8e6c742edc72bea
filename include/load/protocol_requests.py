"""The requests of Kafka's protocol that a strike may name, and the outcomes of transactions."""

from enum import StrEnum


class Request(StrEnum):
    """The requests that a strike can name.

    Source: https://kafka.apache.org/protocol#protocol_api_keys.
    """

    PRODUCE = "Produce"
    INIT_PRODUCER_ID = "InitProducerId"
    ADD_PARTITIONS_TO_TXN = "AddPartitionsToTxn"
    END_TXN = "EndTxn"

    @property
    def api_key(self) -> int:
        """The number of the request in the protocol."""
        return _API_KEYS[self]


_API_KEYS = {
    Request.PRODUCE: 0,
    Request.INIT_PRODUCER_ID: 22,
    Request.ADD_PARTITIONS_TO_TXN: 24,
    Request.END_TXN: 26,
}


class End(StrEnum):
    """The outcome that an EndTxn request demands."""

    COMMIT = "commit"
    ABORT = "abort"
