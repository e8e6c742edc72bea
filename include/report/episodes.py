"""In how many episodes of its fault a treatment broke its guarantee, with the bounds of the share.

A message is no independent trial: what a fault does to one message it does to its neighbours. An episode is
one occurrence of a fault, in one attempt at a cell.
"""

from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.rendering.number_format import percent
from include.report.measured_run import MeasuredRun
from include.verdicts.bounds import both_bounds, upper_bound
from include.verdicts.guarantee import Verdict


@dataclass(frozen=True)
class Episodes:
    """The episodes of a treatment that show whether its guarantee holds; without a fault, its cells."""

    broken: int
    total: int
    noun: str
    """``episode``, or ``cell`` for a treatment without a fault."""

    @property
    def at_most(self) -> float | None:
        """The upper 95 % confidence bound of the share that breaks the guarantee; None without an episode."""
        return upper_bound(self.broken, self.total)

    @property
    def count_in_words(self) -> str:
        """The counts: ``0 of 6 episodes``."""
        return f"{self.broken} of {self.total} {self.noun}{'' if self.total == 1 else 's'}"

    @property
    def in_words(self) -> str:
        """The counts, and with 95% confidence the bounds of the share; empty without any."""
        if self.at_most is None:
            return ""
        if not self.broken:
            return f"{self.count_in_words}, at most {percent(self.at_most)} with 95% confidence"
        low, high = both_bounds(self.broken, self.total)
        return f"{self.count_in_words} (95% interval {percent(low)} to {percent(high)})"


def episodes_of(run: MeasuredRun, treatment: Treatment) -> Episodes:
    """Count the episodes of a treatment, over all attempts; those that prove too little are left out."""
    verdicts = run.verdicts(treatment.id)
    broken = verdicts.count(Verdict.BROKEN)
    noun = "episode" if treatment.settings.is_disturbed else "cell"
    return Episodes(broken, broken + verdicts.count(Verdict.KEPT), noun)
