from pathlib import Path

import pytest

from include.plan.judging.file_text import FileText
from include.plan.judging.properties_file import java_entries
from include.plan.judging.user_file import AS_RECOGNISED, read_user_file
from include.plan.validation_errors import ExperimentError
from tests.plan.judging.answers import judgement, refusal

MARK = "\ufeff"


def read(text: str) -> dict[str, str]:
    return {entry.name: entry.value for entry in java_entries(text)}


def of_librdkafka(text: str) -> dict[str, str]:
    lines = FileText(Path("client.conf"), text.encode()).lines_as_librdkafka
    return {entry.name: entry.value for entry in lines}


def test_settings_are_read_as_java_reads_them_and_know_their_lines() -> None:
    three = {"acks": "all", "linger.ms": "5", "retries": "3"}
    assert read("acks = all\nlinger.ms:5\nretries 3\n") == three
    assert read("# one\n\n! two\n  acks=all\n") == {"acks": "all"}
    assert read("interceptor.classes=a,\\\n    b\nacks=1") == {"interceptor.classes": "a,b", "acks": "1"}
    assert read(r"client.rack=a\:b\u00e9\\c") == {"client.rack": "a:bé\\c"}
    assert read("client.rack=a\\ \nacks=1  \r\n") == {"client.rack": "a ", "acks": "1  "}
    assert read("a\\:b\\ c=1\nacks") == {"a:b c": "1", "acks": ""}
    lines = [entry.line for entry in java_entries("# c\nacks=all\na=b\\\nc\nlinger.ms=5\n")]
    assert lines == [2, 3, 5]


def test_the_tools_of_librdkafka_read_one_line_a_setting_and_escape_nothing() -> None:
    assert of_librdkafka("# c\n acks = all \r\n! a=1\n") == {"acks": "all", "! a": "1"}
    assert of_librdkafka("client.rack=a\\\nretries:3\n") == {"client.rack": "a\\", "retries:3": ""}
    assert of_librdkafka(r"ssl.ca.location=C:\u1\ca.pem") == {"ssl.ca.location": r"C:\u1\ca.pem"}


def test_each_client_reads_a_file_by_its_own_rules(tmp_path: Path) -> None:
    lines = "acks all\nlinger.ms=5\n"
    assert judgement(tmp_path, lines, "java-4.4.0").promise.producer.passed == {
        "acks": "all",
        "linger.ms": "5",
    }
    assert refusal(tmp_path, lines).startswith("app.properties:1: librdkafka has no such setting")


def test_the_last_of_several_lines_counts_and_the_others_are_named(tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer="acks=1\nlinger.ms=5\nacks=all\n")
    assert judged.promise.acks == "all"
    (note,) = judged.judged.notes
    assert "producer.properties:3: acks also stands in line 1" in note


def test_a_byte_order_mark_is_a_part_of_the_first_setting(tmp_path: Path) -> None:
    judged = judgement(tmp_path, client="java-4.4.0", producer=f"{MARK}# comment\nacks=all\n")
    assert "A byte order mark" in judged.judged.notes[0]
    for client in ("java-4.4.0", "librdkafka"):
        message = refusal(tmp_path, f"{MARK}acks=1\nlinger.ms=5", client)
        assert message.startswith("app.properties:1: a byte order mark")


def test_what_is_no_file_of_settings_is_refused_with_its_line_and_without_its_content(tmp_path: Path) -> None:
    message = refusal(tmp_path, "acks=all\n[default]\nhush\nlinger.ms=5\nhush\n")
    assert message.startswith("app.properties:2,5: librdkafka has no such settings (the text is not shown")
    assert "hush" not in message
    assert refusal(tmp_path, "#\n") == "app.properties: has no settings; a setting is a line such as acks=all"
    message = refusal(tmp_path, "acks=all\nclient.rack=\\u12\n", "java-4.4.0")
    assert message.startswith(r"app.properties:2: \u needs")


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("none.properties", None, "cannot be read: No such file or directory"),
        ("store.jks", b"\xfe\xed\xfe\xed\x00", "is not a text file"),
        ("app.json", b'{"acks": 1', "not valid JSON"),
        ("app.json", b"[" * 100_000, "not valid JSON"),
        ("app.yml", b"a: [", "not valid YAML"),
        ("app.yml", b"[" * 100_000, "not valid YAML"),
        ("app.py", b"acks = {", "not valid Python"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    name: str, content: bytes | None, problem: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ExperimentError, match=rf"{name}(:\d+)?: {problem}"):
        read_user_file(tmp_path / name, AS_RECOGNISED)
