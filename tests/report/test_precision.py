import pytest

from include.plan.load import load
from include.plan.planning import make_plan as resolve
from include.plan.planning import with_bearable_rate
from include.report.machine import cores_sentence, machine_sentence, rate_sentence
from include.report.measured_run import MeasuredRun
from include.report.precision import precision_sentence
from tests.report.blocks import plain
from tests.report.synthetic import make_plan, measured_run, values

LATENCY = "producer_consumer_latency_p50"
SEMANTICS = {"semantics": ["at-least-once", "exactly-once"]}


def run_of(spread: float, blocks: int = 6) -> MeasuredRun:
    """Exactly-once adds 75 ms, in every second block more by twice the spread."""
    until = {"precision": {LATENCY: "15 ms", "broker_cpu_time": "12 %"}, "minutes": 5, "repetitions": 8}
    plan = make_plan(SEMANTICS, 6, constants={"rate": 1000, "messages": 4000}, until=until)
    added = {"at-least-once": (0, 0), "exactly-once": (75, 75 + 2 * spread)}
    value = values(
        producer_consumer_latency_p50=lambda of, block: 16 + added[of.id][block % 2],
        broker_cpu_time=100.0,
    )
    return measured_run(plan, value, without=tuple(cell.id for cell in plan.cells if cell.block > blocks))


def test_a_precise_run_says_so() -> None:
    sentence = plain(precision_sentence(run_of(5)))
    assert (
        sentence
        == "After 6 blocks, every 95% interval of this start is as narrow as wanted (± 15 ms and ± 12 %)."
    )


def test_an_imprecise_run_says_its_width_and_what_is_needed() -> None:
    sentence = plain(precision_sentence(run_of(20)))
    assert "the time of 5 minutes was used up" in sentence
    assert "the median end-to-end latency of exactly-once" in sentence
    assert sentence.endswith("is ± 20 ms. About 11 blocks would be enough (`REPETITIONS=11`).")
    assert "the number of blocks was used up" in precision_sentence(run_of(60, blocks=8))


def test_a_precision_that_no_number_of_blocks_reaches_is_said() -> None:
    assert "More than 100 blocks would be needed here" in precision_sentence(run_of(200))


def test_a_run_without_a_wish_says_nothing() -> None:
    assert precision_sentence(measured_run(make_plan(SEMANTICS, 6))) == ""


@pytest.mark.parametrize(
    ("stolen", "others", "words"),
    [
        (
            0.023,
            0.15,
            "the hypervisor took 2.3 % of the CPU (up to 2.3 % in a cell) and other programs took 15 %",
        ),
        (0.001, 0.15, "While the cells ran, other programs took 15 %"),
        (0.001, None, ""),
    ],
)
def test_what_else_used_the_machine_is_said(stolen: float, others: float | None, words: str) -> None:
    run = measured_run(make_plan(SEMANTICS), values(hypervisor_share=stolen, others_share=others))
    sentence = plain(machine_sentence(run))
    assert (words in sentence) if words else (sentence == "")


def test_a_lowered_rate_is_said_with_its_reason() -> None:
    plan = resolve(load("cost"), "run")
    none = tuple(cell.id for cell in plan.cells)
    assert rate_sentence(measured_run(plan, without=none)) == ""
    sentence = plain(rate_sentence(measured_run(with_bearable_rate(plan, 3123), without=none)))
    assert sentence.startswith(
        "The rate is 500 messages/s in all cells instead of 1,000, because the warm-up"
    )
    assert sentence.endswith(
        "sustained 3,100 messages/s in transactions, and cells are measured at 20 % of it at most."
    )


@pytest.mark.parametrize(
    ("cores", "limit", "words"),
    [(2, None, ""), (8, 2.0, ""), (1, None, "had one core"), (8, 1.5, "had 1.5 of the machine's 8 cores")],
)
def test_fewer_than_two_cores_are_said(cores: int, limit: float | None, words: str) -> None:
    run = measured_run(make_plan(SEMANTICS))
    for name, manifest in run.manifests.items():
        host = manifest.host.model_copy(update={"cores": cores, "cpu_limit": limit})
        run.manifests[name] = manifest.model_copy(update={"host": host})
    sentence = cores_sentence(run)
    assert (words in sentence) if words else (sentence == "")
