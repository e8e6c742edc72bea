"""What is said of a treatment at shares of the common capacity: one sentence for all of them."""

from collections.abc import Sequence

from include.rendering.words import enumerated
from include.report.cost_differences import CostDifference
from include.report.sections.cost.wording import WORDS, with_interval
from include.report.treatment_phrases import other_phrases, share_phrase, size_phrase


def share_finding(found: Sequence[CostDifference]) -> str:
    """At how many shares a difference is shown: ``slower at 5 of the 6 shares of the common capacity``."""
    words = WORDS[found[0].quantity]
    shown = [one for one in found if one.found.differs]
    more = sum((one.found.estimate or 0) > one.found.kind.neutral for one in shown)
    numbers = {words.more: more, words.less: len(shown) - more}
    parts = [f"{word} at {_shares(number, found)}" for word, number in numbers.items() if number]
    where = " of the common capacity"
    if parts:
        return enumerated(parts) + where
    return f"no difference in {words.noun} shown at any share{where}"


def _shares(number: int, found: Sequence[CostDifference]) -> str:
    if number < len(found):
        return f"{number} of the {len(found)} shares"
    return f"all {number} shares" if number > 1 else "the share"


def share_sentences(found: Sequence[CostDifference], name: str) -> list[str]:
    """The differences at all shares, a sentence for each message size and the like.

    Args:
        found: The differences of one treatment in one quantity.
        name: What the first sentence calls the treatment; the others call it ``it``.
    """
    contexts: dict[str, list[CostDifference]] = {}
    for one in found:
        contexts.setdefault(_context(one), []).append(one)
    subjects = [name, *["it"] * len(contexts)]
    return [
        f"At shares of the common capacity, {context}, {subject} changes the {own[0].quantity.words} by "
        f"{enumerated([f'{with_interval(one)} at {share_phrase(one.treatment)}' for one in own])}."
        for subject, (context, own) in zip(subjects, contexts.items(), strict=False)
    ]


def _context(one: CostDifference) -> str:
    size = size_phrase(one.treatment.settings.message_bytes)
    return ", ".join([f"with messages of {size}", *other_phrases(one.treatment)])
