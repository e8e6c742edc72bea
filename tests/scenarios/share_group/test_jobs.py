from collections import Counter
from pathlib import Path

from include.load.payload import Filler
from include.scenarios.share_group.programs.jobs import ShareDecision, ShareMemberJob


def job(released: int = 0, rejected: int = 0, poison: int = 0) -> ShareMemberJob:
    return ShareMemberJob(
        name="consumer-0",
        folder=Path("/nowhere"),
        topic="t",
        cell=1,
        messages=100,
        client_settings={},
        index=0,
        message_bytes=64,
        filler=Filler.RANDOM,
        filler_seed=1,
        is_implicit=False,
        released_percent=released,
        rejected_percent=rejected,
        poison_percent=poison,
    )


def test_members_decide_on_the_given_shares_of_the_messages() -> None:
    member = job(released=10, rejected=5, poison=2)
    first = Counter(member.decision_on(message, 1) for message in range(1000))
    assert first == {ShareDecision.ACCEPT: 830, ShareDecision.RELEASE: 120, ShareDecision.REJECT: 50}
    later = Counter(member.decision_on(message, 2) for message in range(1000))
    assert later == {ShareDecision.ACCEPT: 930, ShareDecision.RELEASE: 20, ShareDecision.REJECT: 50}
    assert Counter(member.decision_on(message, 5) for message in range(1000)) == later


def test_by_default_members_accept_everything() -> None:
    assert {job().decision_on(message, 1) for message in range(200)} == {ShareDecision.ACCEPT}
