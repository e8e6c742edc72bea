"""What was published of Redis and RabbitMQ, beside what was measured of the two."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import pandas as pd

from include.load_runtime.scenarios.queue.systems import System
from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate, with_interval
from include.rendering.number_format import significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.published import FOLDER
from include.report.run import Run
from include.report.sections.cost.cost import Finding, finding, ratio_by_block
from include.report.sections.queue.series import SIDES, Line, Side, in_bytes

NAME = "queue"
"""Of the files in include/report/published/."""

REDIS = System.REDIS_LIST
"""What is set against RabbitMQ: streams came years after the comparison was published."""

AGAINST = (System.RABBITMQ, System.RABBITMQ_CONFIRMED)
"""With what RabbitMQ is used: the first of them that the run has decides; nothing is said of confirms."""


class Agreement(StrEnum):
    """Whether a measurement bears a published finding out."""

    REPRODUCED = "reproduced"
    NOT_REPRODUCED = "not reproduced"
    OPEN = "no difference shown"
    TOO_FEW = "too few repetitions to tell"


@dataclass(frozen=True)
class Claim:
    """A published finding, and what follows from it for one side and one size."""

    words: str
    side: Side
    message_bytes: int
    redis_is_faster: bool


@dataclass(frozen=True)
class Evidence:
    """A claim, and the ratio of Redis' rate to RabbitMQ\'s: the median over the blocks."""

    claim: Claim
    against: System
    ratio: Estimate

    @property
    def agreement(self) -> Agreement:
        """Borne out only where the whole interval of the ratio lies on the published side of 1."""
        found = finding(self.ratio)
        if found is Finding.TOO_FEW:
            return Agreement.TOO_FEW
        if found is Finding.NOT_SHOWN:
            return Agreement.OPEN
        is_faster = found is Finding.HIGHER
        return Agreement.REPRODUCED if is_faster is self.claim.redis_is_faster else Agreement.NOT_REPRODUCED


def source() -> str:
    """Where the published findings come from, in a few sentences."""
    return (FOLDER / f"{NAME}.txt").read_text(encoding="utf-8").strip()


def claims() -> list[Claim]:
    """All published findings."""
    sides = {side.name: side for side in SIDES}
    rows = pd.read_csv(FOLDER / f"{NAME}.csv").to_dict("records")
    return [
        Claim(row["claim"], sides[row["side"]], int(row["message_bytes"]), row["faster"] == "redis")
        for row in rows
    ]


def evidence(run: Run, lines: list[Line]) -> list[Evidence]:
    """Every claim that the run has both systems for, against each use of RabbitMQ."""
    plain = {line.system: line for line in reversed(lines)}  # where a system has several lines, its first
    return [one for claim in claims() for one in _of_claim(run, plain, claim)]


def _of_claim(run: Run, lines: dict[System, Line], claim: Claim) -> Iterator[Evidence]:
    for against in AGAINST:
        redis, rabbit = (_treatment(lines.get(system), claim) for system in (REDIS, against))
        if redis is None or rabbit is None:
            continue
        rates = (run.repetitions(one.id, claim.side.column) for one in (redis, rabbit))
        if ratio := ratio_by_block(*rates):
            yield Evidence(claim, against, ratio)


def _treatment(line: Line | None, claim: Claim) -> Treatment | None:
    """The one of the claim's size; None where the run has none."""
    return line.by_size.get(claim.message_bytes) if line else None


def deciding(found: list[Evidence]) -> list[Evidence]:
    """One for each claim, side and size: against the first use of RabbitMQ that there is."""
    first: dict[Claim, Evidence] = {}
    for one in found:
        first.setdefault(one.claim, one)
    return list(first.values())


def finding_sentences(found: list[Evidence]) -> list[str]:
    """A sentence for each published finding: what it was, what was measured, and whether they agree."""
    together: dict[str, list[Evidence]] = {}
    for one in deciding(found):
        together.setdefault(one.claim.words, []).append(one)
    return [_sentence(words, ones) for words, ones in together.items()]


def finding_table(found: list[Evidence]) -> Table:
    """A row for each claim, side, size and use of RabbitMQ."""
    columns = [
        Column("Published", numeric=False),
        Column("Payload"),
        Column("Against", numeric=False),
        Column("Redis by RabbitMQ"),
        Column("", numeric=False),
    ]
    rows = [
        Row(
            (
                one.claim.words,
                in_bytes(one.claim.message_bytes),
                one.against.value,
                with_interval(one.ratio),
                one.agreement.value,
            )
        )
        for one in found
    ]
    notes = [
        f"Ratio of the rates of {REDIS.value} and RabbitMQ in the same block: median over the blocks, and "
        "its 95% interval in brackets. An interval that includes 1 shows no difference.",
        source(),
    ]
    return plain_table("queue-findings", "Published findings beside what was measured", columns, rows, notes)


def _sentence(words: str, found: list[Evidence]) -> str:
    told = ", ".join(
        f"{significant(one.ratio.median)} at {in_bytes(one.claim.message_bytes)}" for one in found
    )
    return (
        f"Published: {words}. Measured, {REDIS.value} by {found[0].against.value}, messages "
        f"{found[0].claim.side.verb} in a second: {told}. {_verdict(found)}."
    )


def _verdict(found: list[Evidence]) -> str:
    by_agreement: dict[Agreement, list[str]] = {}
    for one in found:
        by_agreement.setdefault(one.agreement, []).append(in_bytes(one.claim.message_bytes))
    if len(by_agreement) == 1:
        return _capital(next(iter(by_agreement)).value)
    told = "; ".join(f"{agreement.value} at {_listed(sizes)}" for agreement, sizes in by_agreement.items())
    return _capital(told)


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
