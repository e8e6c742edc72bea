from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from include.cells.kafka_workload import KafkaWorkload
from include.cells.scenario_workload import CellAttempt
from include.clusters.cluster import Access
from include.load.proxy_job import ProxiedBroker
from include.scenarios.application import workload as module
from include.scenarios.application.settings import ApplicationSettings
from include.scenarios.application.workload import ApplicationWorkload


def workload(
    monkeypatch: pytest.MonkeyPatch, semantics: str, end: int, stable_end: int, **further: Any
) -> ApplicationWorkload:
    """A workload whose output topic has these offsets, and no message that can be read."""

    class Brokers:
        def __init__(self, cluster: object) -> None:
            pass

        def log_ends(self, topic: str, partitions: int, *, committed: bool) -> dict[int, int]:
            return {0: stable_end if committed else end}

    monkeypatch.setattr(module, "ClusterBrokers", Brokers)
    monkeypatch.setattr(KafkaWorkload, "has_unread", lambda *_: False)
    chosen = {"application": "plain-python"} if further.keys().isdisjoint({"command", "image"}) else {}
    values = {"semantics": semantics, "rate": 100, "messages": 1000, **chosen, **further}
    settings = ApplicationSettings.model_validate(values)
    proxied = (ProxiedBroker(id=1, proxy="proxy", listens_at="", port=9, host="b", broker_port=1),)
    cluster: Any = SimpleNamespace(access=Access("b:1", proxied=proxied))
    cell: Any = SimpleNamespace(id="c")
    attempt = CellAttempt("run", cell, 1, cluster, Path(), cluster.access)
    return ApplicationWorkload(attempt, settings)


@pytest.mark.parametrize(
    ("semantics", "end", "stable_end", "is_late"),
    [("exactly-once", 9, 4, True), ("exactly-once", 9, 9, False), ("at-least-once", 9, 4, False)],
)
def test_what_lies_behind_an_open_transaction_is_late_and_not_lost(
    monkeypatch: pytest.MonkeyPatch, semantics: str, end: int, stable_end: int, is_late: bool
) -> None:
    assert workload(monkeypatch, semantics, end, stable_end).has_unread({0: 4}) is is_late


def test_a_cell_waits_for_an_application_that_is_down_and_then_for_its_outputs() -> None:
    settings = ApplicationSettings(
        semantics="exactly-once", application="flink", rate=100, restart_after_s=25, quiet_seconds=40
    )
    assert ApplicationWorkload(Any, settings).quiet_seconds(start_took_seconds=9) == 74  # type: ignore[arg-type]


def test_the_placeholders_of_the_command_are_filled_but_for_the_folder_that_only_the_program_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of_cell = workload(monkeypatch, "exactly-once", 0, 0)
    [application] = of_cell.programs().applications
    environment = application.job.model_dump()["environment"]
    assert environment["BOOTSTRAP_SERVERS"] == "b:1"
    assert environment["INPUT_TOPIC"] == of_cell.topics.first
    assert environment["OUTPUT_TOPIC"] == of_cell.topics.last
    assert environment["STATE_FOLDER"] == "{state_folder}"


def test_requests_are_struck_of_the_instance_that_dies_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    strike = [{"request": "EndTxn", "act": "drop", "client": "leave", "synthetic": True}]
    of_cell = workload(monkeypatch, "exactly-once", 0, 0, instances=2, strike=strike)
    told = [p.job.model_dump()["environment"]["BOOTSTRAP_SERVERS"] for p in of_cell.programs().applications]
    assert told == ["proxy:9", "b:1"]


@pytest.mark.parametrize(
    ("fault", "blows"),
    [
        ("scale-application", [None, None, "join"]),
        ("kill-application", ["kill", "kill", "kill"]),
        ("kill-leader", [None, None, None]),
    ],
)
def test_the_last_instance_is_the_one_that_joins(
    monkeypatch: pytest.MonkeyPatch, fault: str, blows: list[str | None]
) -> None:
    of_cell = workload(monkeypatch, "exactly-once", 0, 0, instances=3, partitions=3, fault=fault)
    assert [program.job.model_dump()["blow"] for program in of_cell.programs().applications] == blows


@pytest.mark.parametrize(("marks", "is_past"), [(None, False), (1, False), (2, True)])
def test_an_application_is_past_all_messages_when_the_mark_of_each_partition_has_come_out(
    monkeypatch: pytest.MonkeyPatch, marks: int | None, is_past: bool
) -> None:
    of_cell = workload(monkeypatch, "exactly-once", 0, 0, partitions=2)
    programs = of_cell.programs()
    event = None if marks is None else SimpleNamespace(counts={"end_marks": marks})
    supervisor: Any = SimpleNamespace(
        programs=[programs.producer, *programs.consumers, *programs.applications],
        latest_event=lambda name, _kind: event if name == programs.consumers[0].name else None,
    )
    assert of_cell.is_past_all(supervisor) is is_past


@pytest.mark.parametrize(("revived", "is_restarted"), [(None, True), (0, True), (1, False)])
def test_instances_that_stand_still_are_restarted_once(
    monkeypatch: pytest.MonkeyPatch, revived: int | None, is_restarted: bool
) -> None:
    of_cell = workload(monkeypatch, "exactly-once", 0, 0)
    programs = of_cell.programs()
    event = None if revived is None else SimpleNamespace(counts={"revived": revived})
    released: list[str] = []
    supervisor: Any = SimpleNamespace(
        programs=[programs.producer, *programs.consumers, *programs.applications],
        latest_event=lambda _name, _kind: event,
        release=released.append,
    )
    assert of_cell.revive(supervisor) is is_restarted
    assert released == (["application-0"] if is_restarted else [])
