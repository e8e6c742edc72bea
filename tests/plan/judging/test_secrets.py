"""No secret of a file is written anywhere, however the file is damaged."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from include.plan.judging.experiment_for_settings import judging_experiment
from include.plan.overrides import Overrides
from include.plan.planning import make_plan, write_plan
from include.plan.validation_errors import ExperimentError
from include.report.publish import publish
from tests.cli.command import run
from tests.plan.judging.answers import judgement
from tests.report.synthetic import plain_value, write_run

SECRETS = ("hush-5", "s3cretHush5Abc+/Def9", "hush hush5", "corr3ct.horse")
"""Secrets that look like a word, like a line of a key, like a sentence, and like the name of a setting."""

OF_LIBRDKAFKA = ("sasl.password", "sasl.username", "ssl.key.pem", "ssl.key.password", "ssl.certificate.pem")
OF_BOTH_WITH_A_REGISTRY = (
    "basic.auth.user.info",
    "schema.registry.basic.auth.user.info",
    "bearer.auth.token",
)
OF_JAVA = (
    "sasl.jaas.config",
    "ssl.keystore.key",
    "ssl.keystore.certificate.chain",
    "ssl.truststore.password",
)
OF_NOBODY = (
    "spring.kafka.properties.sasl.jaas.config",
    "my.api-key",
    "x.credentials",
    "producer.sasl.password",
)
NAMES = (*OF_LIBRDKAFKA, *OF_BOTH_WITH_A_REGISTRY, *OF_JAVA, *OF_NOBODY)

DAMAGES: dict[str, Callable[..., str]] = {
    "none": "{name}={secret}".format,
    "placeholder": '{name}=Login required username="${{USER}}" password="{secret}";'.format,
    "default of a placeholder": "{name}=${{PASSWORD:-{secret}}}".format,
    "placeholder in another setting": "acks=${{ACKS:-{secret}}}".format,
    "unescaped key": "{name}=-----BEGIN PRIVATE KEY-----\nMII\n{secret}\n{secret}==\n-----END".format,
    "unescaped value": "{name}=Login\n  required {secret}\n  {secret}=x\n  {secret} x".format,
    "missing separator": "{name}{secret}".format,
    "other separator": "{name}-{secret}=x\n{name};{secret}\n{name}.{secret}=x".format,
    "twice": "{name}={secret}\n{name}=x{secret}".format,
    "joined with a number": "linger.ms=5\\\n{name}={secret}".format,
    "joined with a text": "client.rack=zone\\\n{name}={secret}".format,
    "joined by a space": "client.rack=zone\\\n {name} {secret}".format,
    "lost line break": "acks=all {name}={secret}".format,
    "address": "bootstrap.servers=user:{secret}@broker:9092".format,
    "user in an address": "client.rack=https://user:{secret}@host".format,
    "JSON": '{{"{name}": "{secret}"}}'.format,
    "list": "[{name}]\n{secret}\n".format,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_message_log_or_plan_contains_a_secret(
    damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for client in ("librdkafka", "java-4.4.0"):
        for number, name in enumerate(NAMES):
            secret = SECRETS[number % len(SECRETS)]
            written = written_about(
                tmp_path, f"acks=all\n{DAMAGES[damage](name=name, secret=secret)}\n", client
            )
            written += "".join([*caplog.messages, *capfd.readouterr()])
            assert secret not in written, (name, written)


def written_about(folder: Path, text: str, client: str) -> str:
    """What is said or planned about a file."""
    try:
        judged = judgement(folder, text, client)
        made = judging_experiment(judged.judged, judged.promise, judged.baseline, Overrides())
    except ExperimentError as error:
        return str(error)
    return make_plan(made, "run-1").model_dump_json()


def test_a_secret_in_a_file_of_another_encoding_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    file.write_bytes("sasl.password=hush-5-é\n".encode("latin-1"))
    done = run("judge", "--plan-only", "--producer", str(file), "--client", "librdkafka")
    assert done.stderr.startswith(f"{file}:1: is no text in UTF-8")
    assert "hush" not in done.output


def test_the_command_shows_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    for text in ("acks=all\nsasl.password=hush-5\n", "acks=all\nclient.rack=a\\\nsasl.password=hush-5\n"):
        file.write_text(text)
        done = run("judge", "--plan-only", "--producer", str(file), "--client", "librdkafka")
        assert done.output
        assert "hush" not in done.output + repr(done.exception)


def test_the_files_of_a_run_contain_no_secret(tmp_path: Path) -> None:
    text = "\n".join(["acks=all", *(f"{name}=hush-5" for name in OF_LIBRDKAFKA + OF_BOTH_WITH_A_REGISTRY)])
    judged = judgement(tmp_path, text)
    made = judging_experiment(judged.judged, judged.promise, judged.baseline, Overrides())
    plan = make_plan(made, "run-1")
    write_plan(tmp_path / "planned", plan)
    publish(write_run(tmp_path / "measured", plan, plain_value))
    written = [file for file in tmp_path.rglob("*") if file.is_file() and file.name != "app.properties"]
    assert {"plan.json", "index.html", "report.md", "answer.json"} <= {file.name for file in written}
    assert not [file for file in written if b"hush" in file.read_bytes()]
    assert b"bearer.auth.token" in (tmp_path / "planned" / "plan.json").read_bytes()


@pytest.mark.brokers  # it starts Java
def test_a_refusal_of_the_java_client_shows_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "app.properties"
    for text in (
        "linger.ms=5\\\nsasl.password=hush-5\n",
        "acks=all\nssl.keystore.key=hush-5\nlinger.ms=five\n",
    ):
        file.write_text(text)
        done = run("judge", "--plan-only", "--producer", str(file), "--client", "java")
        assert f"{file}:" in done.stderr
        assert "hush" not in done.output
