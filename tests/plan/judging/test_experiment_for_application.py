from typing import Any

import pytest

from include.plan.judging.experiment_for_application import JudgedApplication, application_experiment
from include.plan.override_values import read_overrides
from include.plan.planning import make_plan
from include.plan.validation_errors import ExperimentError


def faults(promise: str, cluster: str = "embedded", **further: Any) -> set[str]:
    """The faults that strike an application with this promise."""
    overrides = read_overrides({"cluster": cluster})
    experiment = application_experiment(
        JudgedApplication(
            "java -jar shop.jar {bootstrap_servers} {input_topic} {output_topic}", promise, further=further
        ),
        overrides,
    )
    return {cell.settings.traits.disturbance.fault_level for cell in make_plan(experiment, "run").cells}


OF_APPLICATION = {"no-fault", "kill-application", "stop-application", "freeze-application"}
OF_BROKERS = {"kill-leader"}
AT_REQUESTS = {"kill-application-at-request"}
OF_TRANSACTIONS = {"strike-request"}


def test_programs_and_brokers_are_struck_and_requests_only_with_transactions() -> None:
    assert faults("at-least-once") == OF_APPLICATION | OF_BROKERS | AT_REQUESTS
    assert faults("exactly-once") == OF_APPLICATION | OF_BROKERS | AT_REQUESTS | OF_TRANSACTIONS


def test_messages_are_sent_until_an_application_that_ignores_a_stop_is_down() -> None:
    experiment = application_experiment(
        JudgedApplication("run {bootstrap_servers} {input_topic} {output_topic}", "at-least-once"),
        read_overrides({}),
    )
    cells = [cell.settings for cell in make_plan(experiment, "run").cells]
    stopped = next(cell for cell in cells if cell.traits.disturbance.fault_level == "stop-application")
    assert stopped.seconds
    assert stopped.seconds * (1 - stopped.traits.disturbance.fault_window[0]) > 15 + 10  # a start, too


def test_an_instance_joins_and_leaves_where_several_share_the_work() -> None:
    several = faults("at-least-once", instances=2, partitions=2)
    assert several - faults("at-least-once", instances=1) == {"scale-application"}


@pytest.mark.parametrize(("promise", "number"), [("at-least-once", 5), ("exactly-once", 1)])
def test_an_application_that_ends_transactions_seldom_dies_at_its_first_end(
    promise: str, number: int
) -> None:
    experiment = application_experiment(
        JudgedApplication("run {bootstrap_servers} {input_topic} {output_topic}", promise), read_overrides({})
    )
    cells = [cell.settings.model_dump() for cell in make_plan(experiment, "run").cells]
    [terms] = next(cell for cell in cells if cell["fault"] == "kill-application-at-request")["strike"]
    assert terms["where"]["nth"] == number
    assert terms["at_most_s"] == 60


def test_brokers_that_kerran_does_not_manage_are_not_struck() -> None:
    assert faults("exactly-once", "external:mine") == OF_APPLICATION


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("java -Xmx1g -jar build/libs/shop.jar --fast", "shop"),
        ("python3 -m orders.copy", "copy"),
        ("./run {group}", "run"),
        ("python 'my app.py'", "my-app"),
    ],
)
def test_an_application_has_the_name_of_its_program(command: str, name: str) -> None:
    assert JudgedApplication(command, "exactly-once").name == name


@pytest.mark.parametrize(
    ("application", "problem"),
    [
        ({"command": "run {topic}"}, r"command: there is no placeholder \{topic\}"),
        ({"promise": "exactly-twice"}, "semantics: there is no semantics 'exactly-twice'"),
        (
            {"environment": {"API_TOKEN": "x"}},
            "environment: API_TOKEN may be secret, .* which the application inherits",
        ),
    ],
)
def test_what_cannot_be_run_is_refused_without_the_name_of_a_file(
    application: dict[str, Any], problem: str
) -> None:
    judged = JudgedApplication(**{"command": "run", "promise": "exactly-once", **application})
    with pytest.raises(ExperimentError, match=f"^{problem}"):
        application_experiment(judged, read_overrides({}))
