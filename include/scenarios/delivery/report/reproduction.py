"""Whether published figures were reproduced, and what the measurements say about the reasons."""

from collections.abc import Iterator
from statistics import median

from include.plan.treatment import Treatment
from include.report.literature import NOT_REPRODUCED, Place, agreement, claim_sentence, place_of
from include.report.measured_run import MeasuredRun
from include.report.pages.estimate_text import in_words as median_in_words
from include.report.pages.wording import NO_BREAK, capitalised, percent, significant
from include.report.treatments.names import setting_phrase
from include.report.treatments.paired_comparisons import in_words, not_shown_clause
from include.scenarios.delivery.report.contrasts import Contrast, limit, limit_text, published_ratio
from include.scenarios.delivery.report.varied_settings import (
    FETCHES,
    MESSAGES_PER_REQUEST,
    SENT_RATE,
    fastest_consumer,
    published_read,
    published_sent,
    varied_names,
)
from include.settings.compared_columns import BROKER_CPU
from include.verdicts.comparison.compare import Finding

TOO_FEW = "Measured with too few repetitions for a conclusion"

CONSUMERS = {
    Place.BELOW: "reached and exceeded",
    Place.WITHIN: "not shown to differ",
    Place.ABOVE: NOT_REPRODUCED,
}
"""The conclusion on consumers' rates if the published rate is below, within or above the measured
interval."""


def conclusions(run: MeasuredRun, speedup: Contrast | None) -> Iterator[str]:
    """Yield sentences that compare two measured figures with published figures.

    The figures are the speedup by larger batches, and the rate at which consumers read a backlog.
    """
    if speedup:
        yield _speedup_text(speedup)
    yield from _consumer_sentence(run)


def _speedup_text(speedup: Contrast) -> str:
    sent, settings = speedup.differences[SENT_RATE], speedup.treatment.settings
    more, fewer = limit_text(speedup.treatment), limit_text(speedup.reference)
    size, acks = setting_phrase("message_bytes", settings.message_bytes), settings.traits.delivery.config.acks
    if sent.corrected is None:
        return f"{TOO_FEW}: limits of {more} against {fewer} messages in a request ({size}, acks {acks})."
    clause = (
        f"with at most {more} messages in a request, the producer's rate was {in_words(sent)} times the rate "
        f"with {fewer}{not_shown_clause(sent)} ({size}, acks {acks})"
    )
    figure = published_ratio(speedup)
    if not figure:
        return f"{capitalised(clause)}."
    place = place_of(figure, sent.corrected)
    ratio = f"{significant(figure)} times, {place} the corrected interval"
    return claim_sentence(ratio, clause, agreement(sent, Finding.HIGHER))


def _consumer_sentence(run: MeasuredRun) -> Iterator[str]:
    rate, treatment = fastest_consumer(run) or (None, None)
    if not rate or not treatment:
        return
    if rate.ends is None:
        yield f"{TOO_FEW}: the rate of consumers with a backlog."
        return
    names = varied_names(FETCHES, FETCHES.treatments(run.plan))
    settings = ", ".join(setting_phrase(name, getattr(treatment.settings, name)) for name in names)
    clause = f"consumers with a backlog read up to {median_in_words(rate)} messages/s ({settings})"
    figure = published_read(treatment)
    if not figure:
        yield f"{capitalised(clause)}."
        return
    yield claim_sentence(significant(figure), clause, CONSUMERS[place_of(figure, rate.ends)])


def reasons(run: MeasuredRun, speedup: Contrast) -> Iterator[str]:
    """Yield sentences about the times that a request and a message take, and about CPU times.

    The CPU times are those of the brokers and of the load programs.
    """
    both, broker_cpu = (speedup.reference, speedup.treatment), speedup.differences[BROKER_CPU]
    fewer, more = map(limit_text, both)
    medians = (
        (run.median(treatment.id, MESSAGES_PER_REQUEST), run.median(treatment.id, SENT_RATE))
        for treatment in both
    )
    if costs := request_costs(*medians):
        others = request_costs(*((limit(treatment), published_sent(treatment)) for treatment in both))
        beside = f"; from the published rates, {_costs_text(others)}" if others else ""
        yield (
            "If sending a request took a fixed time, plus a fixed time for each of its messages, the median "
            f"rates with at most {fewer} and {more} messages in a request would give "
            f"{_costs_text(costs)}{beside}."
        )
    if broker_cpu.estimate is not None:
        yield (
            f"With at most {more} messages in a request, the brokers' CPU time for a message was "
            f"{in_words(broker_cpu)} times the time with {fewer}."
        )
    yield from _cpu_shares(run, speedup.treatment)


RequestRate = tuple[float | None, float | None]
"""The number of messages in a request, and the number of messages sent per second; each is None if it is not
known."""


def request_costs(fewer: RequestRate, more: RequestRate) -> tuple[float, float] | None:
    """The time in µs for a request, and the time for each message in it. Both are assumed to be constant.

    So if a request has n messages, the time per message is 1/rate = request/n + message. None if a figure is
    unknown, or if a time would not be positive.
    """
    figures = [figure for figure in (*fewer, *more) if figure and figure > 0]
    if len(figures) < 4:
        return None
    few, rate_with_few, many, rate_with_many = figures
    time_with_few, time_with_many = 1e6 / rate_with_few, 1e6 / rate_with_many
    request = (time_with_few - time_with_many) / (1 / few - 1 / many) if few < many else 0
    message = time_with_few - request / few
    return (request, message) if min(request, message) > 0 else None


def _costs_text(costs: tuple[float, float]) -> str:
    request, message = (f"{significant(cost)}{NO_BREAK}µs" for cost in costs)
    return f"{request} for a request and {message} for a message"


def _cpu_shares(run: MeasuredRun, treatment: Treatment) -> Iterator[str]:
    """Yield a sentence on the shares of all cores' time that the brokers and the load programs used.

    Only cells with a known CPU time of the brokers are included.
    """
    shares = [
        [
            seconds / (machine.seconds * max(manifest.host.cores, 1))
            for seconds in (machine.cpu_brokers, machine.cpu_programs)
        ]
        for manifest in run.manifests_of(treatment.id)
        if (machine := manifest.machine).cpu_brokers > 0 and machine.seconds > 0
    ]
    if shares:
        brokers, programs = (percent(median(of_cells)) for of_cells in zip(*shares, strict=True))
        yield (
            f"With at most {limit_text(treatment)} messages in a request, the brokers used {brokers} and the "
            f"load programs used {programs} of the CPU time of all cores, from the start of the load "
            "programs to their end (medians over the valid cells)."
        )
