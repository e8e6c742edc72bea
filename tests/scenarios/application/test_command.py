from pathlib import Path

import pytest

from include.machine.errors import UserError
from include.scenarios.application.command import check_settings_file, filled


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "app.yml cannot be read"),
        (b"\xff\xfe", "app.yml cannot be read"),
        (b"brokers: prod:9092", r"app.yml has no {bootstrap_servers}"),
    ],
)
def test_a_settings_file_must_lead_to_the_brokers_of_kerran(
    tmp_path: Path, text: bytes | None, problem: str
) -> None:
    file = tmp_path / "app.yml"
    if text is not None:
        file.write_bytes(text)
    with pytest.raises(UserError, match=problem):
        check_settings_file(file)
    file.write_text("brokers: {bootstrap_servers}")
    check_settings_file(file)


def test_other_words_in_braces_stay() -> None:
    assert filled('{"topic": "{input_topic}", "x": {y}}', {"input_topic": "t"}) == '{"topic": "t", "x": {y}}'
