"""What of the published figures was reproduced, what was not, and what the measurements say about why."""

from collections.abc import Iterator
from statistics import median

from include.matrix.cluster_kinds.registry import manages_brokers
from include.matrix.plan import Treatment
from include.rawlog.manifest import Manifest
from include.rendering.estimate import Estimate, in_words
from include.rendering.number_format import NO_BREAK, significant
from include.report.run import Run
from include.report.sections.batching.figures import CARRIED, CPU, READ_RATE, SENT_RATE
from include.report.sections.batching.parts import Pace, Parts, taken_apart
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.speedups import Gain, headline, limit_text
from include.report.sections.batching.varied_settings import FETCHES
from include.report.sections.cost.cost import Finding, finding
from include.scenarios.kafka_client_settings import kafka_settings

UNSURE = "Measured, with too few repetitions to be sure"

FOUND = {
    Finding.HIGHER: "Reproduced",
    Finding.LOWER: "Not reproduced",
    Finding.NOT_SHOWN: "Not shown",
    Finding.TOO_FEW: UNSURE,
}
"""That batches pay, by what the interval of the gain allows to say."""


def reproduction(run: Run, published: PublishedRates, found: list[Gain]) -> Iterator[str]:
    """Paragraphs; nothing is said of what wasn't measured."""
    gain = headline(found)
    if gain:
        yield " ".join([_batches_pay(gain), *_rates(run, published, gain)])
    yield from _reading(run, published)
    reasons = [*(_reasons(run, published, gain) if gain else ()), *_circumstances(run)]
    yield from [" ".join(reasons)] if reasons else []


def best_reader(run: Run) -> tuple[Estimate, Treatment] | None:
    """The highest rate of consumers that read a backlog, and with which settings."""
    found = [(rate, one) for one in FETCHES.treatments(run.plan) if (rate := READ_RATE.of(run, one))]
    return max(found, key=lambda pair: pair[0].median) if found else None


def _batches_pay(gain: Gain) -> str:
    """Whether they do, and whether as much as published."""
    said = (
        f"{FOUND[finding(gain.sent)]}: with {limit_text(gain.more)} messages in a request at most, the "
        f"producer's rate was {in_words(gain.sent)} times that with {limit_text(gain.fewer)} "
        f"({gain.conditions})."
    )
    placed = f" {_placed(gain.sent, gain.published)}" if gain.published else ""
    received = (
        f" Until the last message was received it was {in_words(gain.received)}." if gain.received else ""
    )
    return said + placed + received


def _placed(measured: Estimate, published: float) -> str:
    """Where a published ratio lies beside the measured one."""
    told = f"the published ratio is {significant(published)}"
    if measured.low is None or measured.high is None:
        return f"{told[0].upper()}{told[1:]}."
    if measured.low <= published <= measured.high:
        return f"So is the size of the gain: {told}, within the interval."
    return f"The size of the gain isn't reproduced: {told}, {_side(published, measured.high)} the interval."


def _side(published: float, high: float) -> str:
    return "above" if published > high else "below"


def _rates(run: Run, published: PublishedRates, gain: Gain) -> Iterator[str]:
    for treatment in (gain.fewer, gain.more):
        measured, told = SENT_RATE.of(run, treatment), published.sent(treatment)
        if measured and told:
            yield (
                f"With {limit_text(treatment)} in a request the producer sent {significant(measured.median)} "
                f"messages/s, {significant(measured.median / told)} times the published {significant(told)}."
            )


def _reading(run: Run, published: PublishedRates) -> Iterator[str]:
    """The consumers' rate beside the published one, where both are known."""
    rate, treatment = best_reader(run) or (None, None)
    told = published.read(treatment) if treatment else None
    if rate and told:
        yield (
            f"{_reached(rate, told)}: consumers that had a backlog read up to {in_words(rate)} messages/s, "
            f"{significant(rate.median / told)} times the published {significant(told)}."
        )


def _reached(measured: Estimate, published: float) -> str:
    """Whether a published rate was, by the measured one's interval."""
    if measured.low is None or measured.high is None:
        return UNSURE
    if measured.high < published:
        return "Not reproduced"
    return "Reproduced, and more" if measured.low > published else "Reproduced"


def _reasons(run: Run, published: PublishedRates, gain: Gain) -> Iterator[str]:
    """What a request costs and what a message in it, and what the brokers and programs had of the CPU."""
    both = (gain.fewer, gain.more)
    if parts := taken_apart(*(_pace(run, one) for one in both)):
        theirs = taken_apart(*(_published_pace(published, one) for one in both))
        beside = f" By the published rates a request cost {_told(theirs)}." if theirs else ""
        yield f"Taken apart by these two rates, a request cost {_told(parts)}.{beside}"
    cpu = [found.median for one in both if (found := CPU.of(run, one))]
    if len(cpu) == len(both) and all(cpu):
        yield (
            f"Of the CPU, brokers took {significant(cpu[0])}{NO_BREAK}µs for a message with "
            f"{limit_text(gain.fewer)} in a request, and {significant(cpu[1])}{NO_BREAK}µs with "
            f"{limit_text(gain.more)}."
        )
    yield from _shares(run, gain.more)


def _pace(run: Run, treatment: Treatment) -> Pace | None:
    carried, rate = CARRIED.of(run, treatment), SENT_RATE.of(run, treatment)
    return Pace(carried.median, rate.median) if carried and rate else None


def _published_pace(published: PublishedRates, treatment: Treatment) -> Pace | None:
    rate, limit = published.sent(treatment), kafka_settings(treatment.settings).messages_per_request
    return Pace(limit, rate) if rate and isinstance(limit, int) else None


def _told(parts: Parts) -> str:
    request, message = (f"{significant(cost)}{NO_BREAK}µs" for cost in (parts.request, parts.message))
    return f"{request}, and each message in it {message}"


def _shares(run: Run, treatment: Treatment) -> Iterator[str]:
    """Whose the CPU was, where the brokers' part can be seen."""
    manifests = [run.manifests[cell] for cell in run.cells_of(treatment.id) if cell in run.manifests]
    seen = [one for one in manifests if one.machine.cpu_brokers > 0 and one.machine.seconds > 0]
    if seen:
        brokers = median(_share(one, one.machine.cpu_brokers) for one in seen)
        programs = median(_share(one, one.machine.cpu_programs) for one in seen)
        yield (
            f"With {limit_text(treatment)} in a request, from the load programs' start to their end, brokers "
            f"had {_percent(brokers)} and load programs {_percent(programs)} of all cores' time."
        )


def _share(manifest: Manifest, seconds: float) -> float:
    return seconds / (manifest.machine.seconds * max(manifest.host.cores, 1))


def _percent(share: float) -> str:
    return f"{significant(100 * share, 2)}{NO_BREAK}%"


def _circumstances(run: Run) -> Iterator[str]:
    """What the machine and the programs are, which are not the published ones."""
    for manifest in list(run.manifests.values())[:1]:
        brokers, cores = manifest.cluster.brokers, manifest.host.cores
        replicas = sorted({one.settings.replication for one in run.plan.treatments})
        where = (
            f"{brokers} brokers share {cores} cores with producer and consumer"
            if manages_brokers(manifest.cluster.kind)
            else f"producer and consumer have {cores} cores, and {brokers} brokers machines of their own"
        )
        client = manifest.host.versions.get("librdkafka", "")
        yield (
            f"Here {where}; a message has {' or '.join(map(str, replicas))} replicas; and both programs are "
            f"Python on librdkafka {client}, and keep a log of every message."
        )
