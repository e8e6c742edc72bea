import os
import shutil
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from include.cli.commands import commands
from include.cli.judge_application import variables_of
from include.clients.librdkafka.launch import load_image
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.containers.engine import engine
from include.machine.errors import CellError, SubjectError
from include.machine.folders import ROOT
from include.scenarios.application.programs.application_process import GRACE_SECONDS
from include.scenarios.application.ready_made.registry import READY_MADE, VARIABLES
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.cli.documented_commands import commands_of
from tests.e2e.acting_runner import ActingRunner
from tests.e2e.cells import manifest_of, measured, rows
from tests.e2e.test_failed_cells import kill
from tests.session.load_programs import runner_on

pytestmark = pytest.mark.brokers

SETTINGS: dict[str, Any] = {
    "rate": 300, "seconds": 4, "lead_in_seconds": 1, "quiet_seconds": 9,
    "fault_after": 0.4, "fault_until": 0.6,
}  # fmt: skip
DIES_AT_EACH_COMMIT = [
    {
        "request": "EndTxn",
        "where": {"nth": 3},
        "act": "pass",
        "answer": "drop",
        "client": "leave",
        "synthetic": True,
    }
]  # fmt: skip

DIES_AT_A_PRODUCE = [
    {"request": "Produce", "where": {"nth": 5}, "act": "drop", "client": "leave", "synthetic": True}
]


def cell(run: Path, cluster: EmbeddedCluster, **settings: Any) -> MeasuredCell:
    return measured(run, cluster, "application", **{**settings, **SETTINGS, **settings})


def supervisor_counts(run: Path) -> dict[str, int]:
    return next(p for p in manifest_of(run).programs if p.name == "application-0").counts


def test_an_application_that_is_killed_is_started_again_and_loses_nothing(
    run: Path, embedded: EmbeddedCluster
) -> None:
    judged = cell(
        run, embedded, semantics="exactly-once", application="plain-python", fault="kill-application"
    )
    assert judged.guarantee is Verdict.KEPT
    assert (judged.metrics["lost"], judged.metrics["duplicated"], judged.metrics["phantom"]) == (0, 0, 0)
    counts = supervisor_counts(run)
    assert (counts["starts"], counts["struck"], counts["exits"]) == (2, 1, 0)
    assert [row["target"] for row in rows(run, "faults")] == ["application-0"]
    assert len(rows(run, "audit")) >= (judged.metrics["acked"] or 0)
    assert not [p for p in psutil.process_iter(["cmdline"]) if "plain_python" in str(p.info["cmdline"])]


@pytest.mark.parametrize(
    ("name", "seconds"),
    [("plain-python", 8), pytest.param("kafka-streams", 30, marks=pytest.mark.applications)],
)
def test_an_instance_that_joins_and_leaves_takes_partitions_and_repeats_nothing(
    run: Path, embedded: EmbeddedCluster, name: str, seconds: int
) -> None:
    READY_MADE[name].prepare(print)
    judged = cell(
        run, embedded, semantics="exactly-once", application=name, fault="scale-application",
        instances=2, partitions=2, seconds=seconds, quiet_seconds=30,
    )  # fmt: skip
    assert judged.guarantee is Verdict.KEPT
    assert (judged.metrics["lost"], judged.metrics["duplicated"]) == (0, 0)
    [window] = rows(run, "faults")
    assert window["target"] == "application-1"
    counts = {p.name: p.counts for p in manifest_of(run).programs if p.name.startswith("application")}
    assert [(of["starts"], of["struck"], of["exits"]) for of in counts.values()] == [(1, 0, 0), (1, 2, 0)]


@pytest.mark.applications
@pytest.mark.parametrize(
    ("name", "semantics"),
    [
        (name, semantics)
        for name in ("kafka-streams", "flink", "quix-streams", "spark", "spring", "connect", "franz-go")
        for semantics in READY_MADE[name].semantics
    ],
)
def test_the_application_of_a_framework_loses_nothing_when_it_is_killed(
    run: Path, embedded: EmbeddedCluster, name: str, semantics: str
) -> None:
    READY_MADE[name].prepare(print)
    judged = cell(
        run, embedded, semantics=semantics, application=name, fault="kill-application", quiet_seconds=90
    )
    assert judged.guarantee is Verdict.KEPT
    assert judged.metrics["lost"] == 0
    counts = supervisor_counts(run)
    assert (counts["starts"], counts["struck"]) == (2, 1)


def test_an_application_that_commits_before_it_has_written_loses_messages(
    run: Path, embedded: EmbeddedCluster
) -> None:
    judged = cell(
        run, embedded, semantics="at-least-once", application="commit-before-flush",
        fault="kill-application-at-request", strike=DIES_AT_A_PRODUCE,
    )  # fmt: skip
    assert judged.guarantee is Verdict.BROKEN
    assert judged.metrics["lost"]


SETTINGS_OF_INVOICES = (
    '{"kafka": {"bootstrap.servers": "{bootstrap_servers}"},'
    ' "orders": "{input_topic}", "invoices": "{output_topic}"}'
)

INVOICES = """
import json, sys
from confluent_kafka import Consumer, Producer
settings = json.load(open(sys.argv[1]))
consumer = Consumer({**settings["kafka"], "group.id": "shop", "auto.offset.reset": "earliest",
                     "enable.auto.commit": False, "session.timeout.ms": 6000})
consumer.subscribe([settings["orders"]])
producer = Producer({**settings["kafka"], "enable.idempotence": True})
while True:
    orders = [message for message in consumer.consume(100, 0.1) if not message.error()]
    for order in orders:
        number = json.loads(order.value())["order"]["number"]
        producer.produce(settings["invoices"], json.dumps({"invoice_of": number}), order.key())
    producer.flush()
    if orders:
        consumer.commit(asynchronous=False)
"""


def invoices(
    run: Path, cluster: EmbeddedCluster, folder: Path, program: str, **settings: Any
) -> MeasuredCell:
    """A cell of an application of the user's own, with its own messages and its own settings file."""
    application, file = folder / "invoices.py", folder / "shop.json"
    application.write_text(program)
    file.write_text(SETTINGS_OF_INVOICES)
    return cell(
        run, cluster, semantics="at-least-once", folder=str(folder), settings_file=str(file),
        command=f"{sys.executable} {application} {{settings_file}}",
        message={"order": {"number": "{id}", "price": 3}}, id_at="/invoice_of", **settings,
    )  # fmt: skip


def test_an_application_has_its_own_messages_and_its_own_settings_file(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    judged = invoices(run, embedded, tmp_path, INVOICES, fault="kill-application")
    assert judged.guarantee is Verdict.KEPT
    assert judged.metrics["lost"] == 0


def test_the_fault_of_a_frozen_application_ends_when_it_goes_on(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    judged = invoices(run, embedded, tmp_path, INVOICES, fault="freeze-application", freeze_s=5)
    assert (judged.guarantee, judged.metrics["lost"]) == (Verdict.KEPT, 0)
    [fault] = rows(run, "faults")
    assert fault["ended_ns"] - fault["began_ns"] >= 5e9
    counts = supervisor_counts(run)
    assert (counts["struck"], counts["returned"]) == (1, 1)


IGNORES_A_STOP = INVOICES.replace(
    "while True:", "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True:"
)


def test_an_application_that_ignores_a_stop_is_killed_and_started_again_while_messages_are_sent(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    stop: dict[str, Any] = {
        "fault": "stop-application",
        "seconds": 120,
        "fault_after": 0.02,
        "fault_until": 0.03,
    }
    judged = invoices(run, embedded, tmp_path, IGNORES_A_STOP, **stop)
    assert (judged.guarantee, judged.metrics["lost"]) == (Verdict.KEPT, 0)
    counts = supervisor_counts(run)
    assert (counts["starts"], counts["struck"], counts["exits"]) == (2, 1, 0)
    [fault] = rows(run, "faults")
    stopped_at = fault["began_ns"] + GRACE_SECONDS * 1e9
    assert [row for row in rows(run, "sent") if row["created_ns"] > stopped_at]


PACKAGES = INVOICES.replace("producer.produce(", "for package in range(3): producer.produce(")


def test_an_application_that_writes_three_outputs_for_a_message_is_judged_by_all_of_them(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    judged = invoices(run, embedded, tmp_path, PACKAGES, fault="kill-application", outputs_per_message=3)
    assert judged.guarantee is Verdict.KEPT
    received, acked, repeated = (judged.metrics[name] or 0 for name in ("received", "acked", "duplicated"))
    assert (judged.metrics["lost"], received - repeated) == (0, 3 * acked)


def test_an_application_that_writes_another_number_of_outputs_is_told_the_option(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    wrote = "wrote 60 outputs for 20 messages, .* writes an output for each input.* --outputs-per-message 3"
    with pytest.raises(SubjectError, match=f"(?s){wrote}"):
        invoices(run, embedded, tmp_path, PACKAGES)


LOSES_A_PACKAGE = PACKAGES.replace("range(3)", "range(2 if number[0] == 'Q' else 3)")
"""The ids of the messages 64 to 67 begin with Q in base64, and so on after each 256."""


def test_an_output_that_is_missing_beside_others_of_its_message_is_a_loss(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    judged = invoices(run, embedded, tmp_path, LOSES_A_PACKAGE, outputs_per_message=3)
    assert judged.guarantee is Verdict.BROKEN
    assert judged.metrics["lost"] == sum(row["id"] % 256 // 4 == 16 for row in rows(run, "sent"))
    assert judged.metrics["duplicated"] == 0


def settings_of_the_page(application: str, folder: Path) -> dict[str, Any]:
    """The settings of a cell, as docs/application.md has them for an application in a folder."""
    documented = (words for _, words in commands_of(ROOT / "docs/application.md"))
    [words] = [words for words in documented if any(application in word.split() for word in words)]
    options = commands()["judge"].make_context("judge", list(words[2:])).params
    return {
        "semantics": options["promise"],
        "command": options["application"],
        "environment": variables_of(options["env"] or []),
        "folder": str(folder),
    }


def test_the_python_application_of_the_page_is_judged_as_the_page_has_it(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / "include/scenarios/application/ready_made/plain_python/app.py", tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    judged = cell(run, embedded, **settings_of_the_page("app.py", tmp_path), fault="kill-application")
    assert judged.guarantee is Verdict.KEPT
    assert supervisor_counts(run)["starts"] == 2


SAYS_ITS_SECRETS = """
import os, sys
print("logged in with", os.environ["SHOP_PASSWORD"], open(sys.argv[1]).read(), flush=True)
"""


def test_what_is_kept_of_a_failed_cell_has_no_secret_of_the_application(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "hunter2")
    (tmp_path / "shop.py").write_text(SAYS_ITS_SECRETS + INVOICES)
    settings = SETTINGS_OF_INVOICES.replace("{", '{"sasl.password": "hunter3", ', 1)
    (tmp_path / "shop.json").write_text(settings)
    with pytest.raises(CellError, match="producer was ended by signal 9"):
        cell(
            run, embedded, semantics="at-least-once", settings_file=str(tmp_path / "shop.json"),
            command=f"{sys.executable} {tmp_path}/shop.py {{settings_file}}", id_at="/invoice_of",
            message={"order": {"number": "{id}"}}, runner=ActingRunner(runner_on(embedded), kill),
        )  # fmt: skip
    [output] = run.rglob("*.output")
    assert "logged in with …" in output.read_text()
    files = [file for file in run.rglob("*") if file.is_file()]
    assert [file for file in files if b"hunter" in file.read_bytes()] == []
    assert list(run.rglob("*.state")) == []


HANGS_ONCE = INVOICES.replace(
    "while True:",
    """import pathlib, signal
first = pathlib.Path("hung")
while True:
    if not first.exists() and sum(p.offset for p in consumer.position(consumer.assignment())) > 600:
        first.touch()
        signal.pause()""",
)


def test_an_application_that_stands_still_is_restarted_before_its_outputs_count_as_lost(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    judged = invoices(run, embedded, tmp_path, HANGS_ONCE)
    assert judged.guarantee is Verdict.KEPT
    assert (judged.metrics["lost"], judged.metrics["unreached"]) == (0, 0)
    assert supervisor_counts(run)["revived"] == 1


HANGS_AGAIN = HANGS_ONCE.replace("if not first.exists() and", "if")


def test_an_application_that_stands_still_to_the_end_has_lost_nothing_and_kept_no_promise(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    judged = invoices(run, embedded, tmp_path, HANGS_AGAIN, quiet_seconds=10)
    assert judged.guarantee is Verdict.UNPROVEN
    acked, received, repeated = (judged.metrics[name] or 0 for name in ("acked", "received", "duplicated"))
    assert (judged.metrics["lost"], judged.metrics["unreached"]) == (0, acked - received + repeated)
    assert supervisor_counts(run)["revived"] == 1


LOSES_ONE_IN_64 = INVOICES.replace("producer.produce(", "if number[0] != 'Q': producer.produce(")


def test_what_is_missing_of_an_application_that_went_on_is_lost_without_a_restart(
    run: Path, embedded: EmbeddedCluster, tmp_path: Path
) -> None:
    judged = invoices(run, embedded, tmp_path, LOSES_ONE_IN_64, quiet_seconds=300)
    assert judged.guarantee is Verdict.BROKEN
    assert judged.metrics["lost"] == sum(row["id"] % 256 // 4 == 16 for row in rows(run, "sent"))
    assert judged.metrics["unreached"] == 0
    assert supervisor_counts(run)["revived"] == 0


@pytest.mark.applications
def test_an_exactly_once_application_survives_the_broker_that_coordinates_its_transactions(
    run: Path, embedded: EmbeddedCluster
) -> None:
    judged = cell(
        run, embedded, semantics="exactly-once", application="plain-python", fault="kill-coordinator",
        quiet_seconds=90,
    )  # fmt: skip
    assert judged.guarantee is Verdict.KEPT
    assert (judged.metrics["lost"], judged.metrics["duplicated"]) == (0, 0)


def test_an_application_that_dies_between_two_requests_repeats_what_it_has_not_committed(
    run: Path, embedded: EmbeddedCluster
) -> None:
    judged = cell(
        run, embedded, semantics="exactly-once", application="transaction-without-group",
        fault="kill-application-at-request", strike=DIES_AT_EACH_COMMIT,
    )  # fmt: skip
    assert judged.guarantee is Verdict.BROKEN
    assert judged.metrics["duplicated"]


@pytest.mark.applications
def test_a_store_of_an_at_least_once_topology_counts_again_after_a_kill_and_that_of_exactly_once_does_not(
    run: Path, embedded: EmbeddedCluster
) -> None:
    READY_MADE["kafka-streams-count"].prepare(lambda _: None)
    judged = cell(
        run, embedded, semantics="exactly-once", application="kafka-streams-count", fault="kill-application"
    )
    assert judged.guarantee is Verdict.KEPT
    assert (judged.metrics["counted_again"], judged.metrics["forgotten"]) == (0, 0)
    assert all(row["count"] for row in rows(run, "counts"))


@pytest.fixture
def image(tmp_path: Path) -> str:
    """An image of plain Python, on that of the load programs, which has the Kafka client."""
    program = ROOT / "include/scenarios/application/ready_made/plain_python/app.py"
    shutil.copy(program, tmp_path / "app.py")
    dockerfile = (
        f'FROM {load_image()}\nCOPY app.py /app.py\nENTRYPOINT ["/opt/kerran/python/bin/python", "/app.py"]\n'
    )
    (tmp_path / "Dockerfile").write_text(dockerfile, encoding="utf-8")
    built, _ = engine().images.build(path=str(tmp_path), tag="kerran/plain-python:test")
    return str(built.tags[0])


@pytest.mark.containers
@pytest.mark.parametrize("fault", ["kill-application", "freeze-application"])
def test_an_application_in_a_container_is_struck_and_keeps_its_promise(
    run: Path, embedded: EmbeddedCluster, image: str, fault: str
) -> None:
    judged = cell(
        run, embedded, semantics="exactly-once", image=image, fault=fault, freeze_s=7, quiet_seconds=30,
        environment=dict(VARIABLES),
    )  # fmt: skip
    assert judged.guarantee is Verdict.KEPT
    assert supervisor_counts(run)["struck"] == 1
    running = engine().containers.list(filters={"ancestor": image})
    assert running == []


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("raise SystemExit('no brokers')", r"ended with exit code 1 before a message .*\nno brokers$"),
        (
            "import time; time.sleep(60)",
            r"let no message through from \S+ to \S+ within 4 s; .*printed nothing",
        ),
        (
            "import os, time; from confluent_kafka import Producer; "
            "p = Producer({'bootstrap.servers': os.environ['B']}); p.produce(os.environ['T'], b'{}'); "
            "p.flush(); "
            "time.sleep(60)",
            r"wrote outputs without the id of their inputs at /kerran \(--id-at says where it is\); "
            r"the first is b'\{\}'",
        ),
    ],
    ids=["ends at once", "lets nothing through", "drops the id"],
)
def test_an_application_that_does_not_copy_is_reported_with_its_output(
    run: Path, embedded: EmbeddedCluster, code: str, problem: str
) -> None:
    with pytest.raises(CellError, match=f"(?s){problem}"):
        cell(
            run, embedded, semantics="at-least-once", command=f'{sys.executable} -c "{code}"',
            start_seconds=4,
            environment={"B": "{bootstrap_servers}", "I": "{input_topic}", "T": "{output_topic}"},
        )  # fmt: skip


@pytest.mark.parametrize(
    ("suffix", "times", "problem"),
    [
        ("-2", 1, r"no message through .*; \S+ has committed offsets of .*; it wrote to \S+-2 instead of "),
        ("", 3, "wrote 40 outputs for 20 messages, without any fault"),
        ("", 0, "let 10 of 20 messages through within 9 s, without any fault"),
    ],
    ids=["writes to another topic", "multiplies", "filters"],
)
def test_an_application_with_another_contract_is_told_so_before_any_fault(
    run: Path, embedded: EmbeddedCluster, suffix: str, times: int, problem: str
) -> None:
    copier = Path(__file__).with_name("wrong_copier.py")
    with pytest.raises(SubjectError, match=f"(?s){problem}"):
        cell(
            run, embedded, semantics="at-least-once", fault="kill-application",
            command=f"{sys.executable} {copier} '{suffix}' {times}", start_seconds=9,
            environment={
                "B": "{bootstrap_servers}", "I": "{input_topic}", "T": "{output_topic}", "G": "{group}",
            },
        )  # fmt: skip
