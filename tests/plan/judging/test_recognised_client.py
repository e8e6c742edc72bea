from collections.abc import Mapping
from pathlib import Path

import pytest

from include.clients.client_adapters import answer_of
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.plan.judging.judge_files import Files, Judgement, judge_files
from include.plan.validation_errors import ExperimentError
from tests.plan.judging.answers import IN_SYNC, java_answer

CLIENTS = [ClientChoice("librdkafka"), ClientChoice("java", "4.4.0")]


def asked(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    return (java_answer if client.name == "java" else answer_of)(client, role, settings)


def test_java_is_asked_only_about_names_where_they_show_that_the_file_is_not_its(tmp_path: Path) -> None:
    questions = []

    def noted(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
        questions.append((client.name, sorted(settings.values())))
        return asked(client, role, settings)

    file = tmp_path / "app.json"
    file.write_text('{"session.timeout.ms": 7000, "queued.min.messages": 2}')
    judge_files(Files(None, file, None), CLIENTS, noted, IN_SYNC)
    assert [values for name, values in questions if name == "java"] == [["", ""]]


def judged(folder: Path, consumer: str) -> Judgement:
    file = folder / "app.properties"
    file.write_text(consumer, encoding="utf-8")
    return judge_files(Files(None, file, None), CLIENTS, asked, IN_SYNC)


@pytest.mark.parametrize(
    ("text", "client", "sign"),
    [
        (
            "client.rack=a\nkey.deserializer=x\nsession.timeout.ms=7000\nsasl.jaas.config=x",
            "java",
            "sasl.jaas.config, which",
        ),
        ("session.timeout.ms=7000\nqueued.min.messages=2", "librdkafka", "Recognised by queued.min.messages"),
        ("max.poll.interval.ms=7000\nsession.timeout.ms=8000", "java", "librdkafka refuses"),
        ("auto.offset.reset=beginning\nsession.timeout.ms=8000", "librdkafka", "java refuses"),
        ("session.timeout.ms: 8000", "java", "lines in which librdkafka reads"),
    ],
)
def test_names_and_values_show_whose_file_it_is(text: str, client: str, sign: str, tmp_path: Path) -> None:
    judgement = judged(tmp_path, text)
    assert judgement.judged.client.name == client
    assert sign in judgement.recognition
    assert not judgement.others


def test_a_file_that_may_be_for_two_clients_is_judged_for_both(tmp_path: Path) -> None:
    judgement = judged(tmp_path, "enable.auto.commit=false\nsession.timeout.ms=8000\n")
    ((client, other),) = judgement.others.items()
    assert (judgement.judged.client.name, client.name) == ("librdkafka", "java")
    assert isinstance(other, Judgement)
    assert other.promise.isolation.value == "read_uncommitted"  # a default of Java alone
    assert judgement.promise.isolation.value == "read_committed"


def test_every_refused_value_is_named_at_once_and_as_what_it_is(tmp_path: Path) -> None:
    text = "session.timeout.ms=30 s\nheartbeat.interval.ms=3000 # fast\nenable.auto.commit=maybe\n"
    with pytest.raises(ExperimentError) as error:
        judged(tmp_path, f"{text}key.deserializer=x\n")
    lines = error.value.lines
    assert [line.rpartition("app.properties:")[2][0] for line in lines] == ["1", "2", "3"]
    assert "write 30000 alone" in lines[0]
    assert "a comment needs a line of its own" in lines[1]


def test_quotation_marks_are_said_to_be_a_part_of_the_value(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match=r"app\.properties:1: .* has quotation marks"):
        judged(tmp_path, 'client.rack="a"\nkey.deserializer=x\n')


def test_librdkafka_reads_only_the_number_of_a_value_and_that_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text(
        "delivery.timeout.ms=2 min\nbatch.size=32MB\nretries=5 # five\nlinger.ms=9\nclient.rack=5 a\n"
        "enable.idempotence=maybe\nmax.in.flight=-7x\n"
    )
    with pytest.raises(ExperimentError) as error:
        judge_files(Files(file, None, None), CLIENTS[:1], asked, IN_SYNC)
    lines = [line.replace(f"{tmp_path}/", "") for line in error.value.lines]
    assert lines[0].startswith("app.properties:1: delivery.timeout.ms: librdkafka reads only 2 of '2 min'")
    assert "write 120000 alone" in lines[0]
    assert "reads only 32 of '32MB'" in lines[1]
    assert "write 33554432 alone" in lines[1]
    assert "reads only 5 of '5 # five'" in lines[2]
    assert "a comment needs a line of its own" in lines[2]
    names = [line.partition(": ")[2].partition(":")[0] for line in lines[3:]]
    assert names == ["enable.idempotence", "max.in.flight"]


def test_where_librdkafka_keeps_a_configuration_in_memory_is_no_difference_of_values() -> None:
    kept = []
    for size in range(50):
        kept.append(bytearray(37 * size))
        answer = answer_of(CLIENTS[0], Role.PRODUCER, {"delivery.timeout.ms": "2 min", "client.id": "5 a"})
        assert answer.cut == {"delivery.timeout.ms": "2"}


def test_a_setting_that_librdkafka_calls_deprecated_is_named_with_its_release(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text("acks=all\nsocket.blocking.max.ms=5\n")
    notes = judge_files(Files(file, None, None), CLIENTS[:1], asked, IN_SYNC).judged.notes
    (note,) = [note.replace(f"{tmp_path}/", "") for note in notes]
    assert note.startswith("app.properties:2: socket.blocking.max.ms is deprecated in librdkafka 2.")
    assert note.endswith(", and no longer used.")
