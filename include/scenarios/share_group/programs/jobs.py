"""The job of a member of a share group."""

from enum import StrEnum

from include.load.consumer_jobs import ConsumerJob


class ShareDecision(StrEnum):
    """What a member decides on a delivered message."""

    ACCEPT = "accept"
    RELEASE = "release"
    REJECT = "reject"


class ShareMemberJob(ConsumerJob):
    """The job of a member. ``assigned`` only says how the members are counted: all read all partitions."""

    is_implicit: bool
    released_percent: int
    rejected_percent: int
    poison_percent: int
    commit_messages: int | None = None
    """The maximum number of messages that are acknowledged and committed together; None: those of a poll."""
    renew_ms: int | None = None

    def decision_on(self, message: int, delivery: int) -> ShareDecision:
        """The decision on a delivery of a message; the first delivery has the number 1.

        The message's id decides, so that every member decides alike.
        """
        place = message % 100
        if place < self.rejected_percent:
            return ShareDecision.REJECT
        place -= self.rejected_percent
        if place < self.poison_percent:
            return ShareDecision.RELEASE
        place -= self.poison_percent
        return (
            ShareDecision.RELEASE if delivery == 1 and place < self.released_percent else ShareDecision.ACCEPT
        )
