"""A producer sends requests to one topic, responders reply to each of them on another topic."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from include.kinds.fault import Fault, Target
from include.load.message import HEADER_BYTES
from include.settings.annotations import Slug
from include.settings.faults import KafkaCellSettings
from include.settings.traits import Traits


class RequestReplySettings(KafkaCellSettings):
    """The semantics is that of the requests; ``consumers`` is the number of responders.

    Replies are always sent by an idempotent producer, so that only the requests differ between treatments.
    """

    scenario: Literal["request_reply"] = "request_reply"

    reply_bytes: Annotated[int, Field(ge=HEADER_BYTES, le=999_900), Slug("reply{}B")] = 128
    """The size of a reply, which begins with the header of its request."""

    def refusals(self) -> Iterator[str]:
        """Refuse the loss of requests: nothing can be promised about the reply to a request that is lost."""
        yield from super().refusals()
        if "lost" not in self.traits.delivery.promises:
            yield (
                f"semantics: {self.semantics} allows the loss of requests, which then have no replies; use "
                "a semantics that excludes it, such as at-least-once"
            )

    def refusal_of(self, fault: Fault) -> str | None:
        """A responder that is replaced replies twice, which no promise of this scenario covers."""
        if fault.target is Target.CONSUMER:
            return "strikes a consumer; in a request-reply cell the consumers are responders"
        return super().refusal_of(fault)

    def make_traits(self) -> Traits:
        """Derive the traits; replies arrive after the responders have received the last request."""
        traits = super().make_traits()
        return replace(traits, flow=replace(traits.flow, reads_to_the_end=True))
