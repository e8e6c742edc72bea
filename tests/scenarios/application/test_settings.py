import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from include.machine.errors import UserError
from include.plan.estimate import cell_seconds
from include.scenarios.application.settings import ApplicationSettings

CELL = {
    "semantics": "exactly-once",
    "command": "run {bootstrap_servers} {input_topic} {output_topic}",
    "rate": 100,
    "messages": 1000,
}


def settings(**changes: Any) -> ApplicationSettings:
    return ApplicationSettings.model_validate({**CELL, **changes})


def test_a_cell_has_an_application_whose_outputs_have_an_order_by_key() -> None:
    traits = settings(fault="kill-application", instances=3, keys=7).traits
    flow = traits.flow
    assert (flow.applications, flow.lanes, flow.reads_to_the_end) == (3, 7, False)
    assert settings(outputs_per_message=3).traits.flow.due_deliveries == 3
    assert {"lost", "duplicated"} <= traits.delivery.promises


@pytest.mark.parametrize(
    ("fault", "longer"), [("freeze-application", 31), ("kill-application", 7), ("kill-leader", 0)]
)
def test_a_cell_takes_longer_while_its_application_is_frozen_or_dead(fault: str, longer: float) -> None:
    waiting = settings(fault=fault, freeze_s=32, quiet_seconds=90, restart_after_s=7)
    at_once = settings(fault=fault, freeze_s=1, quiet_seconds=90)
    assert cell_seconds(waiting) - cell_seconds(at_once) == longer


def test_outputs_have_the_id_where_the_message_has_it_if_nothing_else_is_said() -> None:
    message = {"price": 3, "order": {"number": "{id}"}}
    assert settings().id_at == "/kerran"
    assert settings(message=message).id_at == "/order/number"
    assert settings(message=message, id_at="header").id_at == "header"
    assert settings(message={"a/b": ["x", {"~": "{id}"}]}).id_at == "/a~1b/1/~0"


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        (
            {"command": "run {bootstrap_servers} {input_topic} {output_topic} --password=hunter2secret"},
            "--password may be secret",
        ),
        ({"environment": {"DBURL": "jdbc:pg://u:hunter2@h/db"}}, "DBURL has an address with a login"),
        ({"environment": {"OPTS": "-Ddb.password=hunter2"}}, "OPTS has -Ddb.password, which may be secret"),
        ({"environment": {"X": "Ab3dEf6hunter2mN9pQr2"}}, "X has what looks like a token"),
        ({"environment": {"DB_PASSWORD": "hunter2"}}, "DB_PASSWORD may be secret"),
    ],
)
def test_a_secret_is_refused_without_being_shown(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(ValidationError) as refused:
        settings(**changes)
    [error] = refused.value.errors()
    assert named in error["msg"]
    assert "export it in the environment" in error["msg"]
    assert "hunter2" not in error["msg"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"command": ""}, "command"),
        ({"command": "run 'x"}, "No closing quotation"),
        ({"command": "run {topic}"}, r"there is no placeholder \{topic\}; choose from \{bootstrap_servers\}"),
        ({"environment": {"A": "{x}"}}, "no placeholder {x}"),
        ({"environment": {"A B": "x"}}, "'A B' is not the name of an environment variable"),
        ({"id_at": "kerran"}, "should be header, value, or a JSON pointer"),
        ({"values": "bytes"}, "id_at: a JSON pointer needs values: json"),
        ({"id_at": "value"}, "do not begin with the id"),
        (
            {"fault": "freeze-application", "freeze_s": 90},
            "quiet_seconds: 60 is not above the outage of 90 s",
        ),
        ({"message": {"a": "x {id}"}}, 'message: has no place for the id; write "{id}" as a value'),
        ({"message": {"a": "{id}"}, "values": "bytes", "id_at": "header"}, "message: is a JSON object"),
        ({"message": {"a": float("nan")}}, "message\n.*cannot be written as JSON"),
        ({"outputs_per_message": 3, "count_at": "/n"}, "3 outputs of a message have the same count"),
        ({"outputs_per_message": 101}, "less than or equal to 100"),
        ({"command": "run {settings_file}"}, "settings_file: give the file"),
        ({"command": "run"}, "command: does not tell the application its brokers"),
        (
            {"command": None, "settings_file": "app.yml", "image": "app:1"},
            "settings_file: a container does not see the file",
        ),
        ({"fault": "scale-application"}, "scale-application needs two instances or more, and a partition"),
        ({"fault": "scale-application", "instances": 2}, "needs two instances or more, and a partition"),
        ({"fault": "kill-coordinator", "semantics": "at-least-once"}, "needs transactions"),
        ({"fault": "kill-producer"}, "strikes the producer of Kerran; use kill-application"),
    ],
)
def test_what_cannot_be_run_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=re.sub(r"\{(x|id)\}", r"\\{\1\\}", problem)):
        settings(**changes)


def test_a_settings_file_can_be_read_and_something_tells_the_application_its_brokers(tmp_path: Path) -> None:
    file = tmp_path / "app.yml"
    of_file = settings(command="run {settings_file}", settings_file=str(file))
    with pytest.raises(UserError, match=r"app.yml cannot be read"):
        of_file.check_file()
    file.write_text("brokers: prod:9092")
    with pytest.raises(UserError, match=r"app.yml does not tell the application its brokers"):
        of_file.check_file()
    settings(settings_file=str(file)).check_file()  # the command does
    file.write_text("brokers: {bootstrap_servers} {input_topic} {output_topic}")
    of_file.check_file()


def test_only_an_application_can_be_killed_as_one() -> None:
    from include.scenarios.delivery.settings import DeliverySettings

    values = {"semantics": "at-least-once", "rate": 100, "messages": 1000, "fault": "kill-application"}
    with pytest.raises(ValidationError, match="needs the scenario application"):
        DeliverySettings.model_validate(values)
