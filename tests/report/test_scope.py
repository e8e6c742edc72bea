from typing import Any

import pytest

from include.plan.cluster_and_runner import Placement
from include.plan.experiment import Arm
from include.plan.plan import LearnedVariation
from include.rawlog.manifest import ClusterRecord, RunnerRecord
from include.rawlog.start_records import WarmUpRecord
from include.report.build_report import build_report
from include.report.measured_run import MeasuredRun
from include.report.scope import ONE_START, ONE_START_EACH, scope_sentences
from include.report.sections.registry import sections
from tests.report.blocks import plain, section_of, texts
from tests.report.synthetic import QUICK, make_plan, measured_run


@pytest.fixture
def run() -> MeasuredRun:
    return measured_run(make_plan(QUICK))


def change(run: MeasuredRun, cells: list[str], **fields: Any) -> None:
    for cell in cells:
        run.manifests[cell] = run.manifests[cell].model_copy(update=fields)


def cluster(run: MeasuredRun, **fields: Any) -> ClusterRecord:
    return next(iter(run.manifests.values())).cluster.model_copy(update=fields)


def test_the_scope_names_client_release_and_place_in_every_answer(run: MeasuredRun) -> None:
    scope = scope_sentences(run)[0]
    begin = "This holds for librdkafka 2.16.1 (Python programs); Kafka 4.4.0; three brokers and"
    assert scope.startswith(begin)
    assert scope.endswith("the clients on two cores, loopback.")
    assert scope in texts(section_of(build_report(run, sections()), "answer"))


def test_places_that_differ_are_all_named(run: MeasuredRun) -> None:
    change(run, [next(iter(run.manifests))], cluster=cluster(run, brokers=1))
    place = "one broker and the clients on two cores, loopback and three brokers and the clients on two cores"
    assert place in scope_sentences(run)[0]


ARMS = {"arms": {"baseline": Arm(release="4.3.1"), "candidate": Arm(release="4.2.0")}}


@pytest.mark.parametrize(
    ("repetitions", "changes", "sentence"),
    [
        (3, {}, ONE_START),
        (3, ARMS, ONE_START_EACH),
    ],
)
def test_one_start_of_brokers_is_said_to_be_one_with_what_intervals_allow_for(
    repetitions: int, changes: dict[str, Any], sentence: str
) -> None:
    run = measured_run(make_plan(QUICK, repetitions, **changes))
    assert scope_sentences(run)[1] == sentence
    change(run, list(run.manifests)[:3], warm_up=WarmUpRecord(seconds=30, steady=True))
    assert sentence not in scope_sentences(run)


JAVA = {"messages": 100_000, "client": "java-3.9.2", "lead_in_seconds": 2}


@pytest.mark.parametrize(
    ("constants", "words"),
    [
        (JAVA, "This holds for Kafka's Java client 3.9.2 (Java programs); Kafka 4.4.0;"),
        ({"round_trip_ms": 5}, "virtual networks of one machine, with added round-trip times."),
        ({"fault": "cut-off-leader", "rate": 1000}, "virtual networks of one machine."),
    ],
)
def test_another_client_and_virtual_networks_are_named(constants: dict[str, Any], words: str) -> None:
    assert words in scope_sentences(measured_run(make_plan(QUICK, constants=constants)))[0]


def test_brokers_of_somebody_else_are_elsewhere() -> None:
    run = measured_run(make_plan(QUICK).model_copy(update={"placement": Placement(cluster="external:prod")}))
    change(run, list(run.manifests), cluster=cluster(run, kind="external"))
    (scope,) = scope_sentences(run)
    assert "; the clients on two cores, three brokers elsewhere, the network to a cluster that Ker" in scope


def test_cores_that_are_divided_are_named() -> None:
    plan = make_plan(QUICK)
    run = measured_run(plan.model_copy(update={"cores": type(plan.cores)(brokers=(0,), load_programs=(1,))}))
    change(run, list(run.manifests), runner=RunnerRecord(kind="process", cores=(1,)))
    place = "three brokers on one core of their own and the clients on one core of their own, loopback"
    assert place in scope_sentences(run)[0]


def test_without_a_sealed_cell_there_is_no_scope() -> None:
    plan = make_plan(QUICK)
    assert scope_sentences(measured_run(plan, without=tuple(cell.id for cell in plan.cells))) == []


@pytest.mark.parametrize(
    ("deviations", "words"),
    [
        ((1.5, 0.02), "standard deviations of up to 1.5 ms of a latency and 2.0 % of a ratio of CPU time"),
        ((0.0, 0.02), "standard deviations of up to 2.0 % of a ratio of CPU time"),
        ((0.0, 0.0), "costs varied between starts of the brokers no more than within them"),
    ],
)
def test_a_variation_between_starts_is_said_as_earlier_runs_show_it(
    deviations: tuple[float, float], words: str
) -> None:
    spans = ("producer-consumer", "")
    known = [
        LearnedVariation(treatment="a", metric="b", span=span, deviation=deviation, runs=["r1", "r2", "r3"])
        for span, deviation in zip(spans, deviations, strict=True)
    ]
    run = measured_run(make_plan(QUICK).model_copy(update={"start_variation": known}))
    sentence = plain(scope_sentences(run)[1])
    assert words in sentence
    assert "3 earlier runs, 3 of them on this machine" in sentence
