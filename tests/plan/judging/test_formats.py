"""Files of frameworks: the settings that reach the client, their lines, and what the framework adds."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from include.load.client_choice import ClientChoice, Role
from include.plan.judging.judge_files import Files, judge_files
from include.plan.judging.settings_format import FORMATS
from include.plan.judging.user_file import Reading, RoleInFile, read_user_file
from include.plan.validation_errors import ExperimentError
from tests.plan.judging.answers import IN_SYNC, answer

CASES = Path(__file__).with_name("formats.txt").read_text(encoding="utf-8")
"""A block begins with ``##``, a file's name, its format, a role, and a client's name where there are several.
Then come ``=`` for each setting with its line, ``+`` for what the framework sets, ``*`` for what is said."""

EMBEDDING = {"configmap"}
"""A format whose files have the formats of the files that are embedded in them."""


def read(file: Path, role: Role, reading: Reading = Reading()) -> RoleInFile:  # noqa: B008
    user_file = read_user_file(file, reading)
    return user_file.role(min(user_file.clients), role)


def blocks() -> list[tuple[Sequence[str], str]]:
    parts = CASES.strip().split("\n## ")
    return [
        (head.removeprefix("## ").split(), body) for head, _, body in (part.partition("\n") for part in parts)
    ]


@pytest.mark.parametrize(
    ("head", "body"), blocks(), ids=lambda value: value if isinstance(value, str) else " ".join(value)
)
def test_what_belongs_to_the_client_is_taken_out_with_its_lines(
    head: Sequence[str], body: str, tmp_path: Path
) -> None:
    name, format_name, role, *clients = head
    lines = body.splitlines()
    expected = [line for line in lines if line[:2] in ("= ", "+ ", "* ")]
    file = tmp_path / name
    file.write_text("\n".join(line for line in lines if line not in expected), encoding="utf-8")
    user_file = read_user_file(file, Reading(clients=tuple(clients)))
    assert {format.name for _, formats in user_file.parts for format in formats.values()} >= {
        format_name
    } - EMBEDDING
    found = read(file, Role(role), Reading(clients=tuple(clients)))
    settings = [
        f"+ {name}={setting.value}" if setting.set_by else f"= {setting.line} {name}={setting.value}"
        for name, setting in found.settings.items()
    ]
    assert sorted(settings) == sorted(line for line in expected if line[0] != "*")
    said = " ".join(found.notes)
    assert [line for line in expected if line[0] == "*" and line[2:] not in said] == [], said


def test_every_format_has_a_file_that_shows_it() -> None:
    assert {head[1] for head, _ in blocks()} == set(FORMATS)


def refused(file: Path, role: Role = Role.PRODUCER, reading: Reading = Reading()) -> str:  # noqa: B008
    with pytest.raises(ExperimentError) as error:
        read(file, role, reading)
    return str(error.value).replace(f"{file.parent}/", "")


TWO_CHANNELS = """\
mp.messaging.outgoing.orders.acks=all
mp.messaging.outgoing.audit.acks=0
mp.messaging.incoming.orders-in.group.id=g
"""


def test_a_file_with_several_clients_lists_them(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text(TWO_CHANNELS)
    listed = "choose one with --client-in-file NAME: orders, audit"
    assert refused(file) == f"app.properties: has 2 producers; {listed}"
    assert (
        refused(file, reading=Reading(clients=("order",)))
        == f"app.properties: has no producer order; {listed}"
    )
    both = Reading(clients=("audit", "orders-in"))
    assert read(file, Role.PRODUCER, both).settings["acks"].value == "0"
    assert "group.id" in read(file, Role.CONSUMER, both).settings
    assert "group.id" in read(file, Role.CONSUMER, Reading(clients=("audit",))).settings


def test_of_two_names_that_both_roles_have_the_first_is_the_producers(tmp_path: Path) -> None:
    file = tmp_path / "flink.properties"
    file.write_text("src.properties.retries=1\ndst.properties.retries=2\n")
    flink = Reading(format="flink", clients=("dst", "src"))
    assert read(file, Role.PRODUCER, flink).settings["retries"].value == "2"
    assert read(file, Role.CONSUMER, flink).settings["retries"].value == "1"


def test_the_name_of_a_client_that_no_file_has_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text("acks=all\n")
    files = Files(file, None, None, Reading(clients=("orders",)))
    with pytest.raises(ExperimentError, match="--client-in-file: no file has a client orders"):
        judge_files(files, [ClientChoice("librdkafka")], answer, IN_SYNC)


def test_a_placeholder_is_no_damage_of_a_format(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text("acks={{ACKS}}\n")
    assert read(file, Role.PRODUCER).settings["acks"].is_placeholder
    file.write_text("spring.kafka.producer.batch-size=${BATCH}\n")
    assert read(file, Role.PRODUCER).settings["batch.size"].is_placeholder


def test_a_format_and_a_prefix_can_be_given(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text("app.kafka.acks=1\nother=2\n")
    assert list(read(file, Role.PRODUCER, Reading(prefix="app.kafka.")).settings) == ["acks"]
    assert refused(file, reading=Reading(prefix="kafka.")).endswith(
        "no key that begins with kafka. (--prefix)"
    )
    assert list(read(file, Role.PRODUCER, Reading(format="java-properties")).settings) == [
        "app.kafka.acks",
        "other",
    ]
    assert refused(file, reading=Reading(format="spring")).startswith("--format: there is no format 'spring'")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "spring.kafka.producer.ack=1",
            "1: spring.kafka.producer.ack: spring.kafka.producer of Spring Boot has no",
        ),
        (
            "spring.kafka.consumer.acks=1",
            "1: spring.kafka.consumer.acks: spring.kafka.consumer of Spring Boot has no",
        ),
        (
            "spring.kafka.producer.acks=1\n"
            "spring.cloud.stream.kafka.binder.transaction.transaction-id-prefix=tx-",
            "2: transaction: the Kafka binder of Spring Cloud Stream",
        ),
        (
            "spring.cloud.stream.kafka.bindings.in.consumer.autoCommitOnError=true",
            "1: auto-commit-on-error: the Kafka binder of Spring Cloud Stream",
        ),
        (
            "spring.cloud.stream.binders.k.environment.spring.cloud.stream.kafka.binder.required-acks=0",
            "1: required-acks: the Kafka binder of Spring Cloud Stream",
        ),
        ("spring.kafka.producer.acks=1\napp.acks=0", "2: app.acks: Spring Boot gives this key to no client"),
        (
            "spring.kafka.producer.batch-size=16 potatoes",
            "1: spring.kafka.producer.batch-size: Spring Boot cannot read",
        ),
        (
            "connector.class=C\nname=c\nproducer.acks=1",
            "3: producer.acks: no client of the connector gets it",
        ),
        (
            "application.id=a\nprocessing.guarantee=exactly",
            "2: processing.guarantee: is none of at_least_once, ",
        ),
        (
            "application.id=a\ngroup.protocol=consumer",
            "2: group.protocol: is none of classic, streams",
        ),
        ("key.converter=C\nacks=1", "2: acks: Kafka Connect (worker) gives this key to no client"),
        (
            "clusters=A\nA.producer.acks=1\nproducer.acks=1",
            "3: producer.acks: MirrorMaker 2 gives this key to no client",
        ),
        (
            "debezium.sink.type=kafka\nproducer.acks=1",
            "2: producer.acks: Debezium Server gives this key to no client",
        ),
    ],
)
def test_a_key_that_is_not_understood_is_refused_with_its_line(
    text: str, problem: str, tmp_path: Path
) -> None:
    file = tmp_path / "app.properties"
    file.write_text(text)
    assert refused(file).startswith(f"app.properties:{problem}")


def test_where_the_kafka_binder_connects_decides_no_promise(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text("spring.kafka.producer.acks=1\nspring.cloud.stream.kafka.binder.brokers=b:9092\n")
    assert "spring.cloud.stream.kafka.binder.brokers" in " ".join(read(file, Role.PRODUCER).notes)


def test_what_a_framework_refuses_is_refused_with_its_line(tmp_path: Path) -> None:
    sink = tmp_path / "sink.properties"
    sink.write_text(
        "connector=kafka\nproperties.bootstrap.servers=b:9092\nsink.delivery-guarantee=exactly-once\n"
    )
    assert refused(sink).startswith(
        "sink.properties:3: sink.delivery-guarantee: exactly-once needs sink.transactional-id-prefix"
    )
    sink.write_text("connector=kafka\nproperties.bootstrap.servers=b:9092\nsink.semantic=once\n")
    assert refused(sink).startswith(
        "sink.properties:3: sink.semantic: is none of exactly-once, at-least-once, none"
    )
    source = tmp_path / "source.properties"
    source.write_text("subscribe=t\nkafka.bootstrap.servers=b:9092\nkafka.auto.offset.reset=latest\n")
    assert refused(source, Role.CONSUMER).startswith(
        "source.properties:3: auto.offset.reset: Spark refuses it; startingOffsets decides"
    )
    source.write_text("subscribe=t\nkafka.bootstrap.servers=b:9092\nkafka.enable.auto.commit=true\n")
    assert "3: enable.auto.commit: Spark refuses it" in refused(source, Role.CONSUMER)


def test_a_file_without_a_setting_of_the_role_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_text("spring.kafka.bootstrap-servers=b:9092\nspring.kafka.consumer.group-id=g\n")
    assert "only settings of a consumer; give it with --consumer" in refused(file)
    file.write_text("debezium.sink.kafka.producer.acks=all\n")
    assert "only settings of a producer; give it with --producer" in refused(file, Role.CONSUMER)
    file.write_text("subscribe=t\nkafka.bootstrap.servers=b:9092\n")
    assert "only settings of a consumer; give it with --consumer" in refused(file)


def test_a_value_that_a_program_computes_is_a_placeholder(tmp_path: Path) -> None:
    file = tmp_path / "app.py"
    file.write_text('import os\nconf = {"acks": os.environ["ACKS"], "linger.ms": 5}\n')
    settings = read(file, Role.PRODUCER).settings
    assert settings["acks"].is_placeholder
    assert settings["linger.ms"].value == "5"


TWO_FILES = """\
kind: ConfigMap
data:
  application.properties: |
    spring.kafka.producer.acks=0
  producer.properties: |
    acks=all
"""

TWO_PROGRAMS = """\
kind: ConfigMap
data:
  app.conf: |
    [OUTPUT]
        Name kafka
        rdkafka.acks 0
  connect.properties: |
    key.converter=x
    producer.acks=1
"""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TWO_FILES, "has 2 producers; choose one with --client-in-file NAME: application.properties, prod"),
        (
            TWO_PROGRAMS,
            "has 2 producers, of different clients; choose one with --client-in-file NAME: app.conf",
        ),
    ],
)
def test_the_client_is_not_recognised_before_a_file_of_several_is_chosen(
    text: str, problem: str, tmp_path: Path
) -> None:
    file = tmp_path / "configmap.yaml"
    file.write_text(text)
    clients = [ClientChoice("librdkafka"), ClientChoice("java")]
    with pytest.raises(ExperimentError) as error:
        judge_files(Files(file, None, None), clients, answer, IN_SYNC)
    assert problem in str(error.value)
    name = problem.partition("NAME: ")[2].partition(",")[0]
    name = {"app.conf": "app.conf/OUTPUT in line 4"}.get(name, name)
    chosen = judge_files(Files(file, None, None, Reading(clients=(name,))), clients, answer, IN_SYNC)
    assert chosen.promise.acks == "0"


def test_a_setting_beside_the_embedded_files_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "configmap.yaml"
    file.write_text(
        'kind: ConfigMap\ndata:\n  SPRING_KAFKA_PRODUCER_ACKS: "0"\n  LOG_LEVEL: debug\n  a.properties: |\n'
        "    spring.kafka.producer.acks=all\n"
    )
    assert refused(file).startswith("configmap.yaml:3: SPRING_KAFKA_PRODUCER_ACKS: is no file; if an app")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("app.py", "conf = {'acks': 'all'}\nif SLOW:\n    conf['acks'] = 1\n"),
        ("app.py", "self.conf = {'acks': 'all'}\n\ndel self.conf['acks']\n"),
        ("app.py", "conf = {'acks': 'all'}\n\nconf.pop('acks')\n"),
        ("app.py", "conf = {'acks': 'all'}\n\nconf.setdefault('acks', 1)\n"),
        ("app.go", 'cfg := &kafka.ConfigMap{"acks": "all"}\n\n_ = cfg.SetKey("acks", 1)\n'),
        ("app.go", 'cfg := kafka.ConfigMap{"acks": "all"}\n\ncfg["acks"] = 1\n'),
    ],
)
def test_what_a_program_may_change_later_is_computed(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text)
    setting = read(file, Role.PRODUCER).settings["acks"]
    assert setting.is_placeholder
    assert setting.line == 3


@pytest.mark.parametrize(
    "text", ["conf = {'acks': 'all'}\nconf.update(more())\n", "conf = base()\nconf['acks'] = 1\n"]
)
def test_a_map_with_settings_that_a_program_computes_has_a_placeholder_as_a_name(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "app.py"
    file.write_text(text)
    assert read(file, Role.PRODUCER).settings["${computed}"].line == 2


def test_changes_in_comments_of_go_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "app.go"
    file.write_text('cfg := kafka.ConfigMap{"acks": "all"} // cfg.SetKey("acks", 1)\n/* cfg["acks"] = 1 */\n')
    assert read(file, Role.PRODUCER).settings["acks"].value == "all"


def test_a_file_with_maps_of_which_none_has_a_setting_has_no_client(tmp_path: Path) -> None:
    file = tmp_path / "deployment.yaml"
    file.write_text("kind: Deployment\nmetadata: {name: orders}\nspec: {replicas: 3}\n")
    assert refused(file) == "deployment.yaml: a map of settings: has no settings of a producer"
