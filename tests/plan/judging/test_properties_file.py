from pathlib import Path

import pytest

from include.plan.judging.properties_file import read_properties
from include.plan.validation_errors import ExperimentError


def read(folder: Path, text: str) -> dict[str, str]:
    file = folder / "app.properties"
    file.write_text(text, encoding="utf-8")
    return {name: setting.value for name, setting in read_properties(file).items()}


def refused(folder: Path, text: str) -> str:
    with pytest.raises(ExperimentError) as error:
        read(folder, text)
    return str(error.value).replace(f"{folder}/", "")


def test_settings_are_read_as_java_reads_them_and_know_their_lines(tmp_path: Path) -> None:
    three = {"acks": "all", "linger.ms": "5", "retries": "3"}
    assert read(tmp_path, "acks = all\nlinger.ms:5\nretries 3\n") == three
    assert read(tmp_path, "# one\n\n! two\n  acks=all\n") == {"acks": "all"}
    continued = {"interceptor.classes": "a,b", "acks": "1"}
    assert read(tmp_path, "interceptor.classes=a,\\\n    b\nacks=1") == continued
    assert read(tmp_path, r"client.rack=a\:b\u00e9\\c") == {"client.rack": "a:bé\\c"}
    assert read(tmp_path, "acks=1\nacks=all") == {"acks": "all"}
    assert read(tmp_path, "client.rack=a\\ \nacks=1  \r\n") == {"client.rack": "a ", "acks": "1"}
    (tmp_path / "f").write_text("# c\nacks=all\na=b\\\nc\nlinger.ms=5\n")
    positions = [setting.position.rpartition(":")[2] for setting in read_properties(tmp_path / "f").values()]
    assert positions == ["2", "3", "5"]


def test_what_is_no_file_of_settings_is_refused_with_its_line_and_without_its_content(tmp_path: Path) -> None:
    assert refused(tmp_path, "acks=all\n[default]\nhush\nlinger.ms=5\nhush\n") == (
        "app.properties:2-3,5: not of the form name=value (not shown, because it may be or contain a "
        "secret); if a value continues on the next line, end its line with a backslash"
    )
    json = "app.properties: looks like JSON; write its settings as lines such as acks=all"
    assert refused(tmp_path, '\n{"acks": "1"}') == json
    (tmp_path / "app.yml").write_text("acks: 1\n")
    with pytest.raises(ExperimentError, match=r"app\.yml: looks like YAML; "):
        read_properties(tmp_path / "app.yml")
    assert refused(tmp_path, "#\n") == "app.properties: has no settings; a setting is a line such as acks=all"
    with pytest.raises(ExperimentError, match=r"none\.properties: cannot be read: No such file or directory"):
        read_properties(tmp_path / "none.properties")
    (tmp_path / "store.jks").write_bytes(b"\xfe\xed\xfe\xed\x00")
    with pytest.raises(ExperimentError, match=r"store\.jks: is not a text file in UTF-8"):
        read_properties(tmp_path / "store.jks")
