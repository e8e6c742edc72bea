from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from include.load.client_choice import ClientChoice
from include.plan.estimate import estimate
from include.plan.judging.deployment import Deployment
from include.plan.judging.experiment_for_settings import judging_experiment
from include.plan.judging.judge_files import Judgement
from include.plan.judging.promise import JudgedPromise
from include.plan.overrides import Overrides
from include.plan.plan import Plan
from include.plan.planning import make_plan
from include.plan.reference import references
from include.plan.validation_errors import ExperimentError
from include.scenarios.delivery.settings import DeliverySettings
from include.verdicts.guarantee import promised
from tests.plan.judging.answers import judgement

BOTH = "enable.idempotence=true\nlinger.ms=20\nenable.auto.commit=false\nfetch.min.bytes=7\n"


def planned(judged: Judgement, **overrides: Any) -> Plan:
    experiment = judging_experiment(judged.judged, judged.promise, judged.baseline, Overrides(**overrides))
    return make_plan(experiment, "run-1")


def settings(plan: Plan, treatment: str) -> DeliverySettings:
    return cast(DeliverySettings, next(entry.settings for entry in plan.treatments if entry.id == treatment))


def promises(plan: Plan, treatment: str) -> frozenset[str]:
    return promised(settings(plan, treatment))


def test_the_baseline_has_no_fault_and_the_own_settings_have_those_of_each_role(tmp_path: Path) -> None:
    assert [treatment.id for treatment in planned(judgement(tmp_path, BOTH)).treatments] == [
        "defaults.at-least-once",
        "app.idempotent",
        "app.idempotent.kill-leader",
        "app.idempotent.kill-producer",
        "app.idempotent.process-first.kill-before-commit",
        "app.idempotent.strike-request",
    ]
    ids = [treatment.id for treatment in planned(judgement(tmp_path, producer="acks=1")).treatments]
    assert "producer.at-least-once.kill-leader-ahead" in ids


def test_no_request_of_a_producer_is_struck_that_is_not_the_users(tmp_path: Path) -> None:
    treatments = planned(judgement(tmp_path, consumer="enable.auto.commit=false")).treatments
    assert not [treatment.id for treatment in treatments if "strike-request" in treatment.id]


def test_the_end_of_a_transaction_arrives_late_where_there_are_transactions(tmp_path: Path) -> None:
    plan = planned(judgement(tmp_path, producer="transactional.id=app"))
    struck = settings(plan, "producer.exactly-once.strike-request")
    assert [str(strike) for strike in struck.strike] == ["EndTxn (abort)", "EndTxn (commit)"]
    assert (struck.rate, struck.abort_percent, struck.unacknowledged_messages) == (25, 50, 1)


def test_a_request_of_an_idempotent_producer_is_refused_while_a_connection_dies(tmp_path: Path) -> None:
    struck = settings(planned(judgement(tmp_path, BOTH)), "app.idempotent.strike-request")
    assert [strike.answer for strike in struck.strike] == ["drop", "NOT_ENOUGH_REPLICAS"]
    assert (struck.rate, struck.linger_ms, struck.partitioning) == (200, 20, "round-robin")


def test_cells_have_the_settings_of_the_files_and_costs_a_baseline(tmp_path: Path) -> None:
    plan = planned(judgement(tmp_path, BOTH))
    compared = {treatment: reference.id for treatment, reference in references(plan).items()}
    assert compared == {"app.idempotent": "defaults.at-least-once"}
    cell = settings(planned(judgement(tmp_path, BOTH)), "app.idempotent")
    assert cell.producer_settings == {"enable.idempotence": "true", "linger.ms": "20"}
    assert cell.consumer_settings == {"enable.auto.commit": "false", "fetch.min.bytes": "7"}
    assert (cell.linger_ms, cell.batch_bytes, cell.idempotence) == (20, 1_000_000, True)


@pytest.mark.parametrize(("level", "expected"), [(None, 1), (2, 2), (3, 3)])
def test_all_topics_have_the_users_in_sync_replicas(level: int | None, expected: int, tmp_path: Path) -> None:
    plan = planned(judgement(tmp_path, BOTH, deployment=Deployment(level)))
    cells = [cast(DeliverySettings, treatment.settings) for treatment in plan.treatments]
    assert {(cell.min_insync_replicas, cell.replication) for cell in cells} == {(expected, 3)}


def test_a_consumer_that_is_killed_has_a_short_session_timeout(tmp_path: Path) -> None:
    plan = planned(judgement(tmp_path, BOTH))
    killed = settings(plan, "app.idempotent.process-first.kill-before-commit")
    assert (killed.consumer_settings or {})["session.timeout.ms"] == "6000"
    assert killed.session_timeout_ms == 6_000
    assert "session.timeout.ms" not in (settings(plan, "app.idempotent").consumer_settings or {})


def test_violations_by_the_consumer_that_is_struck_break_the_promise_of_no_other(tmp_path: Path) -> None:
    plan = planned(judgement(tmp_path, "acks=all"))
    struck = "app.at-least-once.auto-commit.kill-before-processing"
    assert "lost" in promises(plan, struck)
    assert "duplicated" not in promises(plan, struck)
    plan = planned(judgement(tmp_path, "transactional.id=t\nenable.auto.commit=false"))
    assert "duplicated" in promises(plan, "app.exactly-once.kill-producer")
    assert "duplicated" not in promises(plan, "app.exactly-once.process-first.kill-before-commit")


def test_a_judgement_is_short_can_be_shorter_and_leaves_foreign_brokers_alone(tmp_path: Path) -> None:
    assert estimate(planned(judgement(tmp_path, BOTH)).cells).total_seconds() < 480  # and 2 min for the start
    assert len(planned(judgement(tmp_path, BOTH), repetitions=1).cells) == 6
    plan = planned(judgement(tmp_path, BOTH), cluster="external:kafka")
    assert not [treatment.id for treatment in plan.treatments if "kill-leader" in treatment.id]


def test_what_the_brokers_cannot_do_is_told_without_a_file_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match=r"^client: java-4\.3\.1 needs "):
        planned(replaced_client(judgement(tmp_path, BOTH)), release="2.0.1")


def replaced_client(judged: Judgement) -> Judgement:
    """The judgement as of settings of the Java client, which is not asked."""
    of_java = judged.judged.model_copy(update={"client": ClientChoice("java", "4.3.1")})
    promise, baseline = (as_of_java(made) for made in (judged.promise, judged.baseline))
    return replace(judged, judged=of_java, promise=promise, baseline=baseline)


def as_of_java(promise: JudgedPromise) -> JudgedPromise:
    """The promise without the limit that the Java client does not have, and with its isolation level."""
    producer = {**promise.producer.effective, "batch.num.messages": ""}
    consumer = {**promise.consumer.effective, "isolation.level": "read_uncommitted"}
    return replace(
        promise,
        producer=replace(promise.producer, effective=producer),
        consumer=replace(promise.consumer, effective=consumer),
    )
