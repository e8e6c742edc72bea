"""What files are judged to be, with the real librdkafka, or with defaults of the Java client."""

import re
from collections.abc import Mapping
from pathlib import Path

from include.clients.client_adapters import answer_of
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.plan.judging.deployment import Deployment
from include.plan.judging.judge_files import Files, Judgement, judge_files
from include.plan.validation_errors import ExperimentError

IN_SYNC = Deployment(given_min_insync_replicas=2)
"""A topic whose setting keeps the promise of a producer that waits for all replicas in sync."""

JAVA_DEFAULTS: Mapping[Role, Mapping[str, str]] = {
    Role.PRODUCER: {
        "acks": "-1", "batch.size": "16384", "delivery.timeout.ms": "120000", "enable.idempotence": "true",
        "linger.ms": "5", "request.timeout.ms": "30000", "retries": "2147483647",
        "retry.backoff.max.ms": "1000", "retry.backoff.ms": "100",
        "max.in.flight.requests.per.connection": "5", "transaction.timeout.ms": "60000",
    },
    Role.CONSUMER: {
        "auto.commit.interval.ms": "5000", "auto.offset.reset": "latest", "enable.auto.commit": "true",
        "group.protocol": "classic",
        "heartbeat.interval.ms": "3000", "isolation.level": "read_uncommitted", "session.timeout.ms": "45000",
        "max.poll.interval.ms": "300000", "max.poll.records": "500",
    },
}  # fmt: skip
"""A part of the defaults of Kafka's Java client 4.4.0."""


BOOLEANS = ("true", "false")

JAVA_VALUES = {
    "acks": ("all", "-1", "0", "1"),
    "auto.offset.reset": ("earliest", "latest", "none", "by_duration:PT1H"),
    "group.protocol": ("classic", "consumer"),
    "isolation.level": ("read_committed", "read_uncommitted"),
}
"""The values of settings that are neither numbers nor truth values, as far as tests need them."""

MORE_OF_JAVA = frozenset(
    {
        "bootstrap.servers", "buffer.memory", "client.rack", "config.providers", "group.id",
        "group.instance.id", "key.deserializer", "key.serializer", "max.block.ms", "sasl.jaas.config",
        "security.protocol", "transactional.id",
    }
)  # fmt: skip
"""Settings of the Java client in the tests' files, without defaults that matter."""


def java_answer(_client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """The answer of a Java client that has these defaults, without starting Java."""
    of_other_role = frozenset(settings) & frozenset(JAVA_DEFAULTS[role.other])
    known = MORE_OF_JAVA.union(*JAVA_DEFAULTS.values())
    unknown = frozenset(settings) - known
    accepted = {name: value for name, value in settings.items() if name not in of_other_role | unknown}
    effective = {**JAVA_DEFAULTS[role], **{name: value.strip() for name, value in accepted.items()}}
    return ClientAnswer(unknown, of_other_role, java_refusal(role, accepted), effective, known)


def java_refusal(role: Role, settings: Mapping[str, str]) -> str:
    """Why a Java client refuses one of the settings, in words like its own; empty if it does not."""
    for name, value in settings.items():
        default = JAVA_DEFAULTS[role].get(name, "")
        allowed = JAVA_VALUES.get(name, BOOLEANS if default in BOOLEANS else ())
        is_number = re.fullmatch(r"-?\d+", value.strip(), re.ASCII)
        if (default.isdigit() and not is_number) or (allowed and value.strip() not in allowed):
            return f"Invalid value {value} for configuration {name}"
    return ""


def answer(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """The answer of a client, without starting Java."""
    return (java_answer if client.name == "java" else answer_of)(client, role, settings)


def judgement(
    folder: Path, both: str = "", client: str = "librdkafka", deployment: Deployment = IN_SYNC, **texts: str
) -> Judgement:
    """The judgement of a text as a file with the settings of both roles, or of a text for each purpose."""
    written = {purpose: folder / f"{purpose}.properties" for purpose in texts}
    for purpose, text in texts.items():
        written[purpose].write_text(text, encoding="utf-8")
    if both:
        written |= dict.fromkeys(("producer", "consumer"), folder / "app.properties")
        (folder / "app.properties").write_text(both, encoding="utf-8")
    producer, consumer, baseline = (written.get(purpose) for purpose in ("producer", "consumer", "baseline"))
    files = Files(producer, consumer, baseline)
    return judge_files(files, [ClientChoice.parse(client)], answer, deployment)


def refusal(folder: Path, both: str = "", client: str = "librdkafka", **texts: str) -> str:
    """Why a file is refused, without the folder; fails if it is not."""
    try:
        judgement(folder, both, client, IN_SYNC, **texts)
    except ExperimentError as error:
        return str(error).replace(f"{folder}/", "")
    raise AssertionError("the file was accepted")
