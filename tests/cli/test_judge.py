import json
import re
from pathlib import Path

import pytest
from typer.testing import Result

from include.cli import judge_application
from include.cli.errors_and_exit_codes import ExitCode
from include.cli.judge_application import ApplicationOptions
from include.plan.judging.experiment_for_application import application_experiment
from include.plan.override_values import read_overrides
from tests.cli.command import run


def judge(*options: str) -> Result:
    return run("judge", "--plan-only", *options)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "app.properties"
    written.write_text("acks=1\nlinger.ms=5\nsasl.password=hush\n", encoding="utf-8")
    return written


def test_it_says_what_settings_promise_what_contradicts_it_and_what_would_run(file: Path) -> None:
    output = said_by("--producer", str(file), "--client", "librdkafka")
    assert "app.properties has settings of librdkafka." in output
    assert "The settings promise at least once: no acknowledged message is lost" in output
    assert "acks=1: It contradicts “no loss”" in output
    assert "Left out, because they are addresses or security settings" in output
    assert "app.at-least-once.kill-leader" in output
    assert "hush" not in output


def test_the_in_sync_replicas_of_a_topic_are_judged_beside_the_files(file: Path) -> None:
    file.write_text("acks=all\n")
    options = ("--producer", str(file), "--client", "librdkafka")
    assert "min.insync.replicas=1 (not set): It contradicts “no loss”" in said_by(*options)
    safe = said_by(*options, "--min-insync-replicas", "2")
    assert "min.insync.replicas=2: When a message is acknowledged, at least 2 replicas have it." in safe
    assert "contradict" not in safe


@pytest.mark.parametrize("replicas", ["0", "4", "many"])
def test_a_number_of_replicas_that_the_topics_cannot_have_is_refused(file: Path, replicas: str) -> None:
    refused = judge("--producer", str(file), "--min-insync-replicas", replicas)
    assert refused.exit_code == 2
    assert "--min-insync-replicas" in refused.output


def test_a_file_is_not_judged_for_a_client_that_its_framework_does_not_have(file: Path) -> None:
    file.write_text("spring.kafka.producer.acks=1\nspring.kafka.producer.retries=3\n")
    refused = judge("--producer", str(file), "--client", "librdkafka")
    assert refused.exit_code == 2
    assert "app.properties is a file of Spring Boot, whose client is java" in refused.stderr
    assert not refused.stdout


def test_it_says_that_the_defaults_are_judged_where_a_file_changes_none(file: Path) -> None:
    file.write_text("bootstrap.servers=b:9092\n")
    output = said_by("--producer", str(file), "--client", "librdkafka")
    assert "No setting of app.properties changes a default of the producer." in output


def said_by(*options: str) -> str:
    return " ".join(judge(*options).stdout.split())


@pytest.mark.brokers  # it starts Java
def test_the_client_is_recognised_by_settings_that_no_other_has(file: Path) -> None:
    file.write_text("acks=1\nbuffer.memory=1000000\n")
    assert "Recognised by buffer.memory, which librdkafka does not have." in said_by("--producer", str(file))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "Name a file of settings: --producer, --consumer, or both"),
        (["--producer", "none.properties"], "none.properties: cannot be read: No such file or directory"),
        (["--producer", "x", "--client", "jav"], "--client: there is no client 'jav'"),
        (["--producer", "x", "--client", "java-2.0"], "--client: java-2.0"),
    ],
)
def test_a_request_that_cannot_be_run_is_told_without_a_stack_trace(options: list[str], message: str) -> None:
    done = judge(*(["--client", "librdkafka"] if "--client" not in options else []), *options)
    assert done.exit_code == 2
    assert done.stderr.startswith(message)
    assert not done.stdout


EXTRA = {
    "bootstrap.servers": "127.0.0.1:1",
    "security.protocol": "sasl_plaintext",
    "sasl.mechanism": "PLAIN",
    "sasl.username": "hush-user",
    "sasl.password": "hush",
}


def test_a_plan_alone_connects_to_nothing_unless_a_connection_is_named_for_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AIRFLOW_CONN_KAFKA_PROD", json.dumps({"conn_type": "kafka", "extra": EXTRA}))
    own = ("--producer", str(file), "--client", "librdkafka", "--cluster", "external:kafka_prod")
    assert "The settings promise at least once" in said_by(*own)
    refused = judge(*own, "--limits-from", "kafka_prod")
    assert refused.exit_code == 2
    assert "connection kafka_prod: 127.0.0.1:1: Connect to" in refused.stderr
    assert "hush" not in refused.output


@pytest.mark.parametrize(
    ("connection", "problem"),
    [
        ("", "connection kafka_prod: AIRFLOW_CONN_KAFKA_PROD is not set"),
        (
            "kafka://hush@b:9092",
            "AIRFLOW_CONN_KAFKA_PROD has no extra field in JSON; right is AIRFLOW_CONN_KAFKA",
        ),
        ('{"extra": "hush"}', "AIRFLOW_CONN_KAFKA_PROD has no extra field in JSON"),
        ('{"extra": {"bootstrap.servers": "b:1", "acks": "hush"}}', "acks: is a setting of the experiment"),
    ],
)
def test_a_connection_that_cannot_be_read_is_refused_without_its_secrets(
    connection: str, problem: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection:
        monkeypatch.setenv("AIRFLOW_CONN_KAFKA_PROD", connection)
    else:
        monkeypatch.delenv("AIRFLOW_CONN_KAFKA_PROD", raising=False)
    refused = judge("--producer", str(file), "--client", "librdkafka", "--limits-from", "kafka_prod")
    assert refused.exit_code == 2
    assert problem in refused.stderr
    assert "hush" not in refused.output


def test_a_topic_needs_the_cluster_that_has_it(file: Path) -> None:
    refused = judge("--producer", str(file), "--client", "librdkafka", "--topic", "orders")
    assert refused.exit_code == 2
    assert "--topic: orders is read from your own cluster; name its connection with --limits-from" in (
        refused.stderr
    )


def test_the_limits_of_old_brokers_are_those_of_their_release(file: Path) -> None:
    file.write_text("session.timeout.ms=400000\nmax.poll.interval.ms=500000\nenable.auto.commit=false\n")
    options = ("--consumer", str(file), "--client", "librdkafka")
    assert "enable.auto.commit=false" in said_by(*options)
    refused = judge(*options, "--release", "2.2.2")
    assert "400000 is not between 6,000 and 300,000, the default limits of brokers of Kafka 2.2.2" in (
        refused.stderr
    )


def test_an_application_is_planned_with_its_promise_and_its_variables() -> None:
    answer = judge(
        "--application",
        "python shop.py {bootstrap_servers} {input_topic} {output_topic}",
        "--promise",
        "exactly-once",
        "--env",
        "A={group}",
        "--plan-only",
    )
    assert answer.exit_code == 0
    assert "shop.exactly-once.freeze-application" in answer.output
    assert re.search(r"there is no file shop.py in \S+; a run needs it", " ".join(answer.output.split()))


def test_a_script_that_does_not_exist_is_refused_before_anything_starts() -> None:
    told = "{bootstrap_servers} {input_topic} {output_topic}"
    answer = run("judge", "--application", f"python shop.py {told}")
    assert answer.exit_code == 2
    assert "--application: there is no file shop.py in" in answer.output


def test_instances_have_a_partition_each_and_slow_applications_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requests: list[ApplicationOptions] = []

    def note(request: ApplicationOptions, *_: object, **__: object) -> ExitCode:
        requests.append(request)
        return ExitCode.GOOD

    monkeypatch.setattr(judge_application, "judge_application", note)
    given = ["--instances", "3", "--start-seconds", "300", "--quiet-seconds", "200", "--restart-after", "25"]
    given += ["--outputs-per-message", "4"]
    judge("--application", "python shop.py {bootstrap_servers} {input_topic} {output_topic}", *given)
    settings = application_experiment(requests[0].application(), read_overrides({})).constants
    named = ("instances", "partitions", "start_seconds", "quiet_seconds", "restart_after_s")
    assert [settings[name] for name in named] == [3, 3, 300, 200, 25]
    assert settings["outputs_per_message"] == 4


def test_an_application_gets_its_own_messages_and_its_own_settings_file(tmp_path: Path) -> None:
    message, settings = tmp_path / "order.json", tmp_path / "app.yml"
    message.write_text('{"order": "{id}"}')
    settings.write_text("brokers: {bootstrap_servers} {input_topic} {output_topic}")
    files = ["--message", str(message), "--settings-file", str(settings)]
    command = ["--application", "python shop.py {settings_file}", "--id-at", "/order", "--plan-only"]
    assert judge(*command, *files).exit_code == 0
    settings.write_text("brokers: prod:9092")
    assert "does not tell the application its brokers" in judge(*command, *files).output
    message.write_text("[]")
    assert "should be a JSON object, not a list" in judge(*command, *files).output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--env", "NO_SUCH", "--env", "B={bootstrap_servers} {input_topic} {output_topic}"],
            "inherited: NO_SUCH: not in the environment of Kerran",
        ),
        (["--env", "A-hush"], "--env: has a word that is not the name of an environment variable"),
        (["--promise", "twice"], "--promise: there is no semantics 'twice'"),
        (["--id-at", "kerran"], "--id-at: .*'kerran' should be header, value, or a JSON pointer"),
        (
            ["--application", "A=1 x"],
            "--application: there is no program A=1 in .*; give a variable with --env",
        ),
        (["--application", "python app.py --password=hush"], "--password may be secret"),
        (["--env", "DBURL=pg://u:hush@h/db"], "DBURL has an address with a login"),
        (["--count-at", "count"], "--count-at: .*'count' should be a JSON pointer"),
        (["--producer", "app.properties"], "--application: judges the application as it is"),
        (["--message", "no.json"], "--message: no.json should be a file with a JSON object"),
        (
            ["--settings-file", "a.yml", "--image", "app:1"],
            "--settings-file: a container does not see the file",
        ),
    ],
)
def test_an_application_that_cannot_be_judged_is_refused(options: list[str], message: str) -> None:
    answer = judge("--application", "python shop.py", *options, "--plan-only")
    assert answer.exit_code == 2
    assert re.search(message, answer.output)
    assert "hush" not in answer.output
