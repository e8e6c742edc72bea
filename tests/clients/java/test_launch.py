import subprocess
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import pytest

from include.cells.process_runner import ProcessRunner, ProgramProcess
from include.clients.java import launch as java
from include.clients.java.launch import answer, archive_classes, class_path, command
from include.load.client_choice import ClientChoice, Role
from include.load.consumer_jobs import ConsumerJob
from include.load.events import EventKind
from include.load.program_descriptions import Program
from include.machine.errors import PlatformError
from include.machine.processes.started_processes import end_of_log
from include.machine.releases.kafka_catalogue import listed
from tests.cells.brokerless_consumer import NOWHERE
from tests.load.jobs import job_of
from tests.session.load_programs import Events, next_event

pytestmark = pytest.mark.brokers  # it starts Java

CLIENT = ClientChoice("java", listed()[-1].version)
SETTINGS = {"bootstrap.servers": "127.0.0.1:1", "group.id": "g"}


def started(
    folder: Path, events: Events, module: str = "kerran.DeliveryConsumer", settings: dict[str, str] = SETTINGS
) -> ProgramProcess:
    fields = {"messages": 1, "assigned": [0], "client_settings": settings}
    program = Program(module, job_of(ConsumerJob, name="consumer-0", folder=folder, **fields), CLIENT)
    return ProcessRunner(NOWHERE).start(program, folder, lambda _name, event: events.put(event))


def test_settings_that_the_client_refuses_are_reported_in_a_sentence(tmp_path: Path) -> None:
    events: Events = Queue()
    program = started(tmp_path, events, "kerran.DeliveryProducer", {})
    assert next_event(events, EventKind.ERROR).reason.startswith(
        'the client cannot go on: Missing required configuration "bootstrap.servers"'
    )
    assert events.get(timeout=30) is None
    assert program.failure() == "ended with exit code 2"
    program.end()


def test_the_programs_are_compiled_once() -> None:
    programs = class_path(CLIENT)[0]
    written = programs.stat().st_mtime_ns
    assert class_path(CLIENT)[0] == programs
    assert programs.stat().st_mtime_ns == written


def test_the_classes_are_archived_once_and_then_loaded_from_the_archive(tmp_path: Path) -> None:
    archived = archive_classes(class_path(CLIENT)).stat().st_mtime_ns
    assert archive_classes(class_path(CLIENT)).stat().st_mtime_ns == archived
    job = job_of(ConsumerJob, name="consumer-0", folder=tmp_path, messages=1)
    *java, module, path = command(Program("kerran.DeliveryConsumer", job, CLIENT), tmp_path / "none.json")
    logged = [*java, "-Xlog:class+load", module, path]
    output = subprocess.run(logged, capture_output=True, text=True, check=False).stdout
    source = next(line for line in output.splitlines() if "kerran.DeliveryConsumer " in line)
    assert "shared objects file (top)" in source


def test_the_client_says_which_settings_it_has_what_is_effective_and_why_it_refuses_others() -> None:
    reply = answer(CLIENT, Role.PRODUCER, {"acks": "1", "acsk": "1", "group.id": "g"})
    assert reply.unknown == {"acsk"}
    assert reply.of_other_role == {"group.id"}
    assert reply.refusal == ""
    assert "buffer.memory" in reply.known
    assert reply.effective["enable.idempotence"] == "false"
    assert answer(CLIENT, Role.PRODUCER, {}).effective["enable.idempotence"] == "true"
    reply = answer(CLIENT, Role.CONSUMER, {"isolation.level": "read_everything"})
    assert "isolation.level" in reply.refusal
    assert reply.effective == {}


def test_a_client_that_cannot_be_asked_is_a_sentence_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("include.clients.java.launch.class_path", lambda _client: [Path("none.jar")])
    with pytest.raises(PlatformError, match="about settings failed"):
        answer(CLIENT, Role.PRODUCER, {})


def too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs a heap in which the client has no room."""
    monkeypatch.setattr(java, "JVM_FLAGS", [*java.JVM_FLAGS, "-Xms2m", "-Xmx2m"])


def without_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    programs, *_ = java.class_path(CLIENT)
    monkeypatch.setattr(java, "class_path", lambda _client: [programs])


@pytest.mark.parametrize(
    ("plant", "failure", "last_words"),
    [
        (too_small, "ended with exit code 3", "OutOfMemoryError: Java heap space"),
        (without_the_client, "ended with exit code 1", "NoClassDefFoundError: org/apache/kafka/"),
    ],
)
def test_a_program_that_lacks_memory_or_a_class_has_failed_and_its_log_ends_with_the_reason(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    failure: str,
    last_words: str,
) -> None:
    plant(monkeypatch)
    events: Events = Queue()
    program = started(tmp_path, events)
    assert events.get(timeout=30) is None
    program.end()
    assert program.failure() == failure
    assert last_words in end_of_log(tmp_path / "consumer-0.log")
