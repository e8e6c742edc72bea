"""How many attempts and messages were counted beside the measured cells, as sentences."""

from collections.abc import Iterator

from include.rawlog.attempts import AttemptEnd
from include.rendering.number_format import count
from include.report.measured_run import MeasuredRun


def attempt_sentences(run: MeasuredRun) -> Iterator[str]:
    """Yield which other attempts were counted, and how many could not be; nothing where there were none."""
    counted = run.other_counted_attempts
    if len(counted):
        ends = ", ".join(f"{(counted['ended'] == end.value).sum():,} {end.value}" for end in AttemptEnd)
        yield (
            f"Messages and violations of all attempts whose raw log can be counted are included: those of "
            f"the {len(run.cells):,} measured cells, and those of {_further(len(counted))} ({ends}), which "
            f"sent {count(counted['sent'].sum())} messages. Times and rates are those of the valid cells "
            "alone."
        )
    if uncounted := len(run.attempts) - len(counted):
        yield f"{_further(uncounted)} left no raw log that can be counted."


def _further(number: int) -> str:
    return f"{number:,} further attempt{'s' * (number != 1)}"
