"""No file crashes the command, makes it judge defaults, or makes it show a secret, however it is damaged."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from include.load.client_choice import ClientChoice, Role
from include.plan.judging.experiment_for_settings import judging_experiment
from include.plan.judging.judge_files import Files, judge_files
from include.plan.overrides import Overrides
from include.plan.planning import make_plan
from include.plan.validation_errors import ExperimentError
from tests.plan.judging.answers import IN_SYNC, answer
from tests.plan.judging.test_formats import blocks
from tests.plan.judging.test_secrets import SECRETS

CLIENTS = [ClientChoice("librdkafka"), ClientChoice("java", "4.4.0")]

WITH_SECRET = {
    "spring-boot": "spring.kafka.properties.sasl.jaas.config",
    "smallrye": "kafka.sasl.jaas.config",
    "debezium-server": "debezium.sink.kafka.producer.sasl.jaas.config",
    "connect-worker": "producer.ssl.key.password",
    "connect-connector": "producer.override.sasl.jaas.config",
    "mirror-maker-2": "B.producer.ssl.key.password",
    "kafka-streams": "producer.sasl.jaas.config",
    "fluent-bit": "rdkafka.sasl.password",
    "flink": "properties.sasl.jaas.config",
    "spark": "kafka.sasl.jaas.config",
}
"""A setting that is secret, as each format names it. The name is the client's own in other formats."""

ENCODINGS = (*["utf-8"] * 8, "utf-8-sig", "latin-1", "utf-16", "utf-16-le", "cp037")

SIGNS = "\\\"'{}[]()<>:=,;#!|&*%@`$~-_ \n\r\t\f\x00\x1b\x85\xa0\u2028\ufeffaé0"


def with_secret(name: str, format_name: str, secret: str, lines: list[str], random: Random) -> list[str]:
    """The lines of a file with another one that has a secret, in the syntax of the file."""
    key = WITH_SECRET.get(format_name, "sasl.password")
    line = {
        ".yml": f"{key}: {secret}", ".yaml": f"{key}: {secret}", ".json": f'"{key}": "{secret}",',
        ".py": f"'{key}': '{secret}',", ".go": f'"{key}": "{secret}",', ".sql": f"'{key}' = '{secret}',",
        ".sh": f"kcat -P -X {key}={secret}",
    }.get(Path(name).suffix, f"{key} {secret}" if "fluent" in name else f"{key}={secret}")  # fmt: skip
    place = random.randint(0, len(lines))
    indentation = lines[place - 1][: len(lines[place - 1]) - len(lines[place - 1].lstrip())] if place else ""
    return [*lines[:place], indentation + line, *lines[place:]]


def damaged(text: str, random: Random) -> str:
    """The text with up to three damages: a part is missing, doubled or elsewhere, or a sign is added."""
    for _ in range(random.randint(0, 3)):
        first, second = sorted(random.randint(0, len(text)) for _ in range(2))
        second = min(second, first + random.choice((1, 1, 1, 8, 60)))
        part = text[first:second]
        match random.randint(0, 4):
            case 0:
                text = text[:first] + text[second:]
            case 1:
                text = text[:second] + part + text[second:]
            case 2:
                text = text[:first] + random.choice(SIGNS) + text[first:]
            case 3:
                text = text[:first] + random.choice(SIGNS) + text[second:]
            case _:
                text = text[:first] + text[second:] + part
    return text


def files(number: int) -> Iterator[tuple[str, str, str, bytes]]:
    """Yield the name of each file, the role whose settings it has, its secret, and its content."""
    random = Random(5_000)
    for _ in range(number):
        (name, format_name, role, *_), body = random.choice(blocks())
        lines = [line for line in body.splitlines() if line[:2] not in ("= ", "+ ", "* ")]
        secret = random.choice(SECRETS)
        text = "\n".join(with_secret(name, format_name, secret, lines, random))
        yield name, role, secret, damaged(text, random).encode(random.choice(ENCODINGS), "replace")


def said_about(path: Path, role: str, random: Random) -> str:
    """What is said or planned about a file, which is given for its role, or for both."""
    roles = random.choice([[Role(role)], [Role(role)], list(Role)])
    producer, consumer = (path if one in roles else None for one in Role)
    clients = random.choice([CLIENTS[:1], CLIENTS[1:], CLIENTS, CLIENTS])
    try:
        judged = judge_files(Files(producer, consumer, None), clients, answer, IN_SYNC)
        made = judging_experiment(judged.judged, judged.promise, judged.baseline, Overrides())
    except ExperimentError as error:
        return str(error)
    for settings in judged.promise.roles.values():
        assert not settings.file or settings.names_in_file, "defaults are judged in place of the file"
    return " ".join([judged.recognition, str(judged.others), make_plan(made, "run-1").model_dump_json()])


def check(folder: Path, number: int) -> None:
    random = Random(1)
    for name, role, secret, content in files(number):
        file = folder / name
        file.write_bytes(content)
        try:
            said = said_about(file, role, random)
        except Exception as error:
            raise AssertionError(f"{name}: {content!r}") from error
        assert secret not in said, content


def test_250_damaged_files_are_refused_or_judged(tmp_path: Path) -> None:
    check(tmp_path, 250)


@pytest.mark.runs
def test_5000_damaged_files_are_refused_or_judged(tmp_path: Path) -> None:
    check(tmp_path, 5_000)
