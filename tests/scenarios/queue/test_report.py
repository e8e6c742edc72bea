from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.scenarios.queue.report.section import SECTION
from tests.report.blocks import charts, plain, rows, table
from tests.report.synthetic import Levels, make_plan, measured_run, values

SYSTEMS: Levels = {"system": ["redis-list", "rabbitmq", "rabbitmq-confirmed"], "message_bytes": [128, 10240]}
RATES = {"redis-list": 900.0, "redis-stream": 700.0, "rabbitmq": 300.0, "rabbitmq-confirmed": 100.0}


def plan_of(factors: Levels, repetitions: int = 6) -> Plan:
    return make_plan(factors, repetitions, scenario="queue", name="queue", constants={"messages": 1000})


def rate(treatment: Treatment, block: int) -> float:
    """That of each system, a little higher from block to block."""
    return RATES[treatment.factors["system"]] + block


rates = values(producer_broker_rate=rate, consumption_rate=rate)


def run_of(repetitions: int = 6) -> MeasuredRun:
    return measured_run(plan_of(SYSTEMS, repetitions), rates)


def test_rates_stand_by_system_and_payload_with_their_intervals() -> None:
    section = SECTION.build(run_of())
    assert rows(table(section, "queue-sent"))[0] == ["redis-list", "904 (901 to 906)", "904 (901 to 906)"]
    assert [row[0] for row in rows(table(section, "queue-received"))] == SYSTEMS["system"]
    assert "chart-queue-sent" in [chart.id for chart in charts(section)]
    assert "not acknowledged by the server (rabbitmq)" in table(section, "queue-sent").notes[1]


@pytest.mark.parametrize("repetitions", [6, 2])
def test_a_finding_is_reproduced_where_the_whole_interval_agrees(repetitions: int) -> None:
    claims = rows(table(SECTION.build(run_of(repetitions)), "queue-findings"))
    assert {(row[1], row[2]) for row in claims} == set(product(["128 B", "10,240 B"], SYSTEMS["system"][1:]))
    for row in claims:
        agreement = "not reproduced" if "enqueues faster when messages grow" in row[0] else "reproduced"
        assert row[-1] == (agreement if repetitions == 6 else "too few repetitions to tell")


def test_the_answer_has_each_published_finding_and_the_conclusion() -> None:
    section = SECTION.build(run_of())
    [collapse] = [text for answer in section.answer if "collapses" in (text := plain(answer.text))]
    assert collapse.startswith("Not reproduced: the ratio of redis-list to rabbitmq in messages enqueued")
    assert "2.98 (2.96 to 2.99) at 10,240 B; published: RabbitMQ enqueues faster when" in collapse


def test_only_systems_that_keep_messages_equally_well_are_ranked() -> None:
    systems = {**SYSTEMS, "system": ["redis-list", "redis-stream", "rabbitmq-confirmed"]}
    first = plain(SECTION.build(measured_run(plan_of(systems), rates)).answer[0].text)
    assert "are enqueued, as multiples of the rate of redis-list: redis-stream" in first
    assert "rabbitmq" not in first


def test_the_slowest_tenth_is_named() -> None:
    run = run_of()
    places = product((cell.id for cell in run.plan.cells), ("sent", "received"), range(1, 11))
    tenths = pd.DataFrame(places, columns=["cell", "side", "tenth"])
    tenths["rate"] = np.where(tenths["tenth"] == 7, 5.0, 10.0)
    section = SECTION.build(replace(run, tables={"tenths": tenths}))
    assert rows(table(section, "queue-course"))[0] == ["redis-list", *["0.50 (7)"] * 4]
    drawn = [chart.id for chart in charts(section)][2:]
    assert drawn == ["chart-queue-course-sent", "chart-queue-course-received"]


def test_a_system_whose_program_uses_a_whole_core_is_called_client_bound() -> None:
    cpu = {"redis-list": 0.97, "redis-stream": 0.5}
    busy = values(rates, generator_cpu=lambda of, _: cpu[of.factors["system"]], consumer_cpu=0.5)
    run = measured_run(plan_of({**SYSTEMS, "system": [*cpu]}), busy)
    answers = [plain(paragraph.text) for paragraph in SECTION.build(run).answer]
    assert "as multiples of the rate of redis-list (client-bound): redis-stream" in answers[0]
    dequeued = next(text for text in answers if "are dequeued, as multiples" in text)
    assert "client-bound" not in dequeued
    [sentence] = [text for text in answers if text.startswith("The program, which used")]
    assert "at least 90% of a core" in sentence
    assert "(client-bound): redis-list with 128 B and 10,240 B." in sentence
