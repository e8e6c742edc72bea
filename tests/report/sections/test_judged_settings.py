from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from include.machine.storage.path import AnyPath
from include.plan.judging.experiment_for_settings import judging_experiment
from include.plan.overrides import Overrides
from include.plan.planning import make_plan
from include.plan.treatment import Treatment
from include.report.machine_readable import Answer
from include.report.measured_run import read_measured_run
from include.report.publish import publish
from include.report.run_verdict import Result, verdict_of
from tests.plan.judging.answers import judgement
from tests.report.synthetic import Value, plain_value, write_run

Published = Callable[[Value], AnyPath]
"""A function that publishes the report of a run with these values, once, and returns its folder."""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """Settings that contradict their promise by automatic commits."""
    folder = tmp_path_factory.mktemp("judged")
    judged = judgement(folder, "enable.idempotence=true\nsasl.password=hush")
    plan = make_plan(judging_experiment(judged.judged, judged.promise, judged.baseline, Overrides()), "run-1")
    return cache(lambda value: publish(write_run(folder / value.__name__, plan, value)).parent)


def answer(report: AnyPath) -> str:
    """The sentences of the answer of a report."""
    written = Answer.model_validate_json((report / "answer.json").read_bytes())
    assert written.question == "settings"
    return " ".join(written.sentences).replace("\N{NO-BREAK SPACE}", " ")


def slower(treatment: Treatment, column: str, block: int) -> float | None:
    if column == "producer_consumer_latency_p50" and treatment.traits.naming.label == "app":
        return 27 + block / 10
    return plain_value(treatment, column, block)


def losing(treatment: Treatment, column: str, block: int) -> float | None:
    is_struck = treatment.traits.disturbance.fault_level == "kill-before-processing"
    return 5 if column == "lost" and is_struck else plain_value(treatment, column, block)


def test_it_says_what_was_promised_kept_and_paid_and_what_contradicts_it(published: Published) -> None:
    text = answer(published(slower))
    assert text.startswith("app.properties promises at-least-once without duplicates by retries; it kept")
    assert "kill-producer, kill-before-processing and strike-request; it adds 7.3 ms" in text
    assert "enable.auto.commit=true (not set). It contradicts “no loss”" in text


def test_a_broken_promise_is_said_first_with_its_fault_and_what_was_seen(published: Published) -> None:
    sentences = answer(published(losing))
    assert "; it broke the promise under kill-before-processing (30 lost); it kept what" in sentences
    assert verdict_of(read_measured_run(published(losing).parent)).result is Result.BROKEN


def test_the_report_has_the_settings_the_guarantees_and_the_costs_and_no_secret(published: Published) -> None:
    page = (published(slower) / "index.html").read_text(encoding="utf-8")
    for heading in ("The settings", "Guarantees", "Costs"):
        assert f"{heading}</h2>" in page
    assert "sasl.password" in page
    assert "make judge PRODUCER=app.properties CONSUMER=app.properties CLIENT=librdkafka MIN_" in page
    assert "hush" not in page


def test_the_report_says_what_the_framework_of_a_file_sets_and_does(tmp_path: Path) -> None:
    worker = "key.converter=C\nproducer.acks=1\nproducer.sasl.jaas.config=hush\n"
    judged = judgement(tmp_path, producer=worker, client="java-4.4.0")
    experiment = judging_experiment(judged.judged, judged.promise, judged.baseline, Overrides(repetitions=1))
    report = publish(write_run(tmp_path, make_plan(experiment, "run-1"), plain_value)).parent
    for name in ("index.html", "report.md"):
        text = (report / name).read_text(encoding="utf-8")
        assert "The files and their frameworks" in text
        assert "belongs to Kafka Connect (worker)" in text
        assert "stores the offsets of a source after its messages are acknowledged" in text
        assert "Set by Kafka Connect (worker), because the file does not set it: enable.idempotence" in text
        assert "hush" not in text


def test_the_report_of_a_clients_own_file_has_no_empty_paragraph(published: Published) -> None:
    text = (published(slower) / "report.md").read_text(encoding="utf-8")
    assert "The files and their frameworks" not in text


def test_too_few_blocks_are_no_comparison(tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer="acks=1")
    experiment = judging_experiment(judged.judged, judged.promise, judged.baseline, Overrides(repetitions=1))
    sentences = answer(publish(write_run(tmp_path, make_plan(experiment, "run-1"), plain_value)).parent)
    assert "it was not compared with the client's defaults: 3 pairs of valid cells are needed." in sentences
