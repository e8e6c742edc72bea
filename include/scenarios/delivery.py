"""Producer to topic to consumer: the published experiment, with every setting of it open."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, PositiveInt, model_validator

from include.programs.message import HEADER_BYTES
from include.scenarios.semantics import PROMISES, Promise, Semantics
from include.scenarios.settings import AppliesWhen, ScenarioSettings, Slug


class Compression(StrEnum):
    """Codecs that both the client and every broker release since 2.1 know."""

    NONE = "none"
    GZIP = "gzip"
    SNAPPY = "snappy"
    LZ4 = "lz4"
    ZSTD = "zstd"


class Filler(StrEnum):
    """What stands behind a message's header: incompressible noise, or text that compresses."""

    RANDOM = "random"
    TEXT = "text"


UNTHROTTLED: Literal["unthrottled"] = "unthrottled"

Rate = Annotated[float, Field(gt=0, allow_inf_nan=False)]

MessageBytes = Annotated[int, Field(le=999_900), Slug("{}B")]
"""The client refuses more than 1,000,000 bytes, and wraps a message into a few dozen of its own."""


class DeliverySettings(ScenarioSettings):
    """Settings of a delivery cell; the defaults are those of the published experiment.

    Sizes are bytes, times milliseconds, rates messages per second.
    """

    scenario: Literal["delivery"] = "delivery"

    semantics: Annotated[Semantics, Slug()]
    transaction_ms: Annotated[
        PositiveInt, AppliesWhen("semantics", (Semantics.EXACTLY_ONCE,)), Slug("tx{}ms")
    ] = 100
    message_bytes: MessageBytes = 1024
    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 100_000
    rate: Annotated[Literal["unthrottled"] | Rate, Slug("rate-{}")] = UNTHROTTLED
    filler: Annotated[Filler, Slug("{}-filler")] = Filler.RANDOM

    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 9
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 3

    linger_ms: Annotated[float, Field(ge=0, le=900_000), Slug("linger{}ms")] = 0
    batch_bytes: Annotated[int, Field(ge=1, le=2**31 - 1), Slug("batch{}B")] = 16_384
    compression: Annotated[Compression, Slug("compression-{}")] = Compression.NONE

    consumers: Annotated[int, Field(ge=1, le=9), Slug("{}consumers")] = 1
    fetch_min_bytes: Annotated[int, Field(ge=1, le=10**8), Slug("fetch-min{}B")] = 1
    fetch_wait_ms: Annotated[int, Field(ge=0, le=300_000), Slug("fetch-wait{}ms")] = 500
    fetch_max_bytes: Annotated[int, Field(ge=1_000_000, le=2**31 - 513), Slug("fetch-max{}B")] = 52_428_800
    fetch_partition_bytes: Annotated[int, Field(ge=1024, le=10**9), Slug("fetch-partition{}B")] = 1_048_576

    @model_validator(mode="after")
    def message_holds_its_header(self) -> Self:
        """A message smaller than its header can't say who it is."""
        if self.message_bytes < HEADER_BYTES:
            raise ValueError(
                f"message_bytes: {self.message_bytes} is smaller than the {HEADER_BYTES}-byte header"
            )
        return self

    @model_validator(mode="after")
    def replicas_reach_the_in_sync_minimum(self) -> Self:
        """A topic whose replicas can't reach its minimum accepts nothing."""
        if self.replication < self.promise.min_insync_replicas:
            raise ValueError(
                f"replication: {self.replication} is below the {self.promise.min_insync_replicas} "
                f"in-sync replicas that {self.semantics} asks for"
            )
        return self

    @property
    def promise(self) -> Promise:
        """The client and topic settings that the semantics stands for."""
        return PROMISES[self.semantics]
