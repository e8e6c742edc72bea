import pytest

from include.plan.arm_parsing import parse_arm
from include.plan.experiment import Arm
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.plan import Plan
from include.plan.planning import make_plan
from include.plan.validation_errors import ExperimentError
from include.settings.producer import kafka_settings
from tests.plan.conftest import FILES, Write

ARMS = FILES["arms"]


@pytest.fixture
def plan(write: Write) -> Plan:
    """Two treatments in each of three arms, two blocks."""
    return make_plan(load(write(text=ARMS)), "run")


def test_the_settings_and_the_slowness_of_an_arm_apply_to_its_cells_only(plan: Plan) -> None:
    baseline = plan.cell("baseline.at-least-once.r01")
    assert kafka_settings(plan.cell("candidate.at-least-once.r01").settings).linger_ms == 9
    assert kafka_settings(baseline.settings).linger_ms == 5
    slower = plan.cell("slower.at-least-once.r01")
    assert (plan.slowed_percent(slower), plan.slowed_percent(baseline)) == (20, 0)


def test_each_arm_is_sometimes_the_first_of_its_group(write: Write) -> None:
    many = make_plan(load(write(text=ARMS), Overrides(repetitions=20)), "run")
    assert {cell.arm for cell in many.cells[::4]} == {"baseline", "candidate", "slower", "another-start"}


def test_arms_with_the_same_brokers_share_them_unless_an_arm_has_own_brokers(plan: Plan) -> None:
    assert {name: brokers.release for name, brokers in plan.clusters.items()} == {
        "baseline": "4.4.0",
        "candidate": "4.2.0",
        "another-start": "4.4.0",
    }
    assert plan.clusters["candidate"].settings == {"num.io.threads": "4"}
    assert plan.cluster_of(plan.cell("slower.at-least-once.r01")) == "baseline"
    assert plan.cluster_of(plan.cell("another-start.at-least-once.r01")) == "another-start"


@pytest.mark.parametrize(
    ("text", "arm"),
    [
        ("", Arm()),
        ("3.9.1", Arm(release="3.9.1")),
        ("4.3.1, linger_ms=5", Arm(release="4.3.1", settings={"linger_ms": 5})),
        (
            "num.io.threads=4,compression=lz4",
            Arm(brokers={"num.io.threads": 4}, settings={"compression": "lz4"}),
        ),
        ("slowed=20", Arm(slowed=20)),
        ("own_brokers=true", Arm(own_brokers=True)),
        ("image=apache/kafka:4.1.0", Arm(image="apache/kafka:4.1.0")),
    ],
)
def test_a_text_describes_an_arm(text: str, arm: Arm) -> None:
    assert Arm.model_validate(parse_arm("candidate", text)) == arm


def test_the_text_of_an_arm_describes_it_and_another_text_is_refused() -> None:
    arm = "4.3.1,linger_ms=5,num.io.threads=4,slowed=20"
    assert str(Arm.model_validate(parse_arm("candidate", arm))) == arm
    with pytest.raises(ExperimentError, match="parameters: candidate: 'newest' is not a release, an im"):
        parse_arm("candidate", "newest")


def test_an_override_of_the_baseline_makes_a_comparison_of_any_experiment(write: Write) -> None:
    arms = load(write(), Overrides(baseline="3.9.1")).arms
    assert arms == {"baseline": Arm(release="3.9.1"), "candidate": Arm()}


def test_brokers_in_containers_may_have_an_image_and_settings(write: Write) -> None:
    candidate = "image=apache/kafka:4.1.0,num.io.threads=4"
    plan = make_plan(load(write(), Overrides(candidate=candidate, cluster="compose")), "run")
    brokers = plan.clusters["candidate"]
    assert (brokers.image, brokers.settings) == ("apache/kafka:4.1.0", {"num.io.threads": "4"})
