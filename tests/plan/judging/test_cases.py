"""Files as they are published, each with what is right about it."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.command import run

CASES = Path(__file__).parent / "cases"

PRODUCER, CONSUMER = ("--producer",), ("--consumer",)
BOTH = PRODUCER + CONSUMER


class Case(NamedTuple):
    """A file, the roles for which it is given, parts of what is said about it, and what is not said."""

    file: str
    roles: tuple[str, ...]
    said: list[str]
    unsaid: tuple[str, ...] = ()
    client: str = ""

    def __str__(self) -> str:
        return f"{self.file} {self.client}".strip()


JUDGED = [
    Case(
        "spring-boot.properties",
        BOTH,
        [
            "belongs to Spring Boot", "promise at least once", "acks=1:", "enable.idempotence=false:",
            "delivery.timeout.ms=10000:", "enable.auto.commit=true:", "auto.offset.reset=latest:",
            "Spring's listener container does not",
        ],
        ("acks=all (not set)",),
    ),
    Case(
        "spring-transactions.yml",
        BOTH,
        ["promise exactly once", "makes every producer transactional", "from consuming to producing",
         "commits by itself, in the producer's transaction", "isolation.level=read_committed:"],
        ("payments-1", "KAFKA_PASS"),
    ),
    Case(
        "worker.properties",
        BOTH,
        ["Kafka Connect", "acks=all:", "max.in.flight.requests.per.connection=1", "enable.idempotence=true",
         "isolation.level=read_committed:", "enable.auto.commit=false (set by Kafka Connect (worker))"],
        ("changeit",),
    ),
    Case(
        "dict.json",
        PRODUCER,
        ["has settings of librdkafka", "promise at least once", "enable.idempotence=false (not set)"],
    ),
    Case(
        "debezium-server.properties",
        PRODUCER,
        ["Debezium Server", "promise idempotence", "settings of topics", "--min-insync-replicas"],
        ("KAFKA_USERNAME", "KAFKA_PASSWORD", "KAFKA_BROKERS"),
    ),
    Case(
        "cloud.properties",
        PRODUCER,
        ["has settings of java", "byte order mark", "cloud.properties:14: acks also stands in line 12",
         "acks=all:", "enable.idempotence=true:"],
        ("SECRET", "KEY"),
    ),
    Case(
        "long-processing.properties",
        CONSUMER,
        ["has settings of java", "librdkafka refuses", "up to 2,000 messages", "within 10 s", "endlessly"],
    ),
    Case("escaped-space.properties", PRODUCER, ["acks=1:", "enable.idempotence=false (not set)"]),
    Case("jaas-plain.properties", PRODUCER, ["Recognised by sasl.jaas.config"], ('"u"', '"p"')),
    Case(
        "tx-timeout-short.properties",
        PRODUCER,
        ["abort a transaction that is open for longer than 1 s", "They are lost unless the application"],
    ),
    Case("retries31.properties", PRODUCER, ["take about 28.5 s (each may be 20 % shorter or longer)"]),
    Case("heartbeat.properties", CONSUMER, ["java refuses: heartbeat.interval.ms, session.timeout.ms"]),
]  # fmt: skip

REFUSED = [
    Case(
        "mm1-consumer.properties",
        CONSUMER,
        ["mm1-consumer.properties:5: auto.commit.enabled: ", "no effect", "right name is enable.auto.commit",
         "stays true"],
    ),
    Case(
        "flink-sink.properties",
        PRODUCER,
        ["flink-sink.properties:3: transaction.timeout.ms: 3600000 is not between 1 and 900,000",
         "transaction.max.timeout.ms", "never starts"],
    ),
    Case("empty-txid-java.properties", PRODUCER, ["empty-txid-java.properties:1: transactional.id: java"]),
    Case("heartbeat.properties", CONSUMER, ["properties:5: heartbeat.interval.ms: java"], (), "java"),
    Case(
        "session3s.properties",
        CONSUMER,
        ["session3s.properties:3: session.timeout.ms: 3000 is not between 6,000 and 1,800,000",
         "group.min.session.timeout.ms"],
    ),
]  # fmt: skip


def said_about(case: Case, expected_exit_code: int) -> str:
    roles = [part for role in case.roles for part in (role, str(CASES / case.file))]
    client = ["--client", case.client] if case.client else []
    done = run("judge", "--plan-only", *roles, *client)
    assert done.exit_code == expected_exit_code, done.output
    return " ".join(done.output.split())


def check(case: Case, said: str) -> None:
    assert [part for part in case.said if part not in said] == [], said
    assert [part for part in case.unsaid if part in said] == [], said


@pytest.mark.slow  # it starts Java
@pytest.mark.parametrize("case", JUDGED, ids=str)
def test_a_file_is_judged_as_what_it_is(case: Case) -> None:
    check(case, said_about(case, 0))


@pytest.mark.slow  # it starts Java
@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_a_file_is_refused_with_what_would_be_right(case: Case) -> None:
    check(case, said_about(case, 2))


def test_with_librdkafka_an_empty_transactional_id_is_none(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text("transactional.id=\nlinger.ms=5\n")
    done = run("judge", "--plan-only", "--producer", str(file), "--client", "librdkafka")
    assert "The settings promise at least once" in done.output


def test_every_file_is_tried() -> None:
    assert {case.file for case in (*JUDGED, *REFUSED)} == {file.name for file in CASES.iterdir()}
