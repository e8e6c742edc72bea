import re
from pathlib import Path
from typing import Any

import pytest
from airflow.sdk.exceptions import AirflowFailException

from dags.wiring import parameters
from dags.wiring.form_check import check_form

IMAGE = "someone/kafka:4.1.0"


@pytest.mark.parametrize(
    ("experiment", "form", "refusal"),
    [
        ("/home/mine.yaml", {}, "no experiment /home/mine.yaml, and forms accept no files."),
        ("cots", {}, "no experiment cots, and forms accept no files; did you mean cost?"),
        ("cost", {"kafka_image": IMAGE}, f"kafka_image: {IMAGE} names an image"),
        ("cost", {"baseline": "3.9.2", "candidate": f"image={IMAGE}"}, f"candidate: image={IMAGE} names an"),
    ],
)
def test_a_file_or_an_image_is_refused_unless_forms_are_open(
    experiment: str, form: dict[str, Any], refusal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AirflowFailException, match=re.escape(refusal) + ".*KERRAN_OPEN_FORMS=yes"):
        check_form(experiment, form)
    monkeypatch.setenv("KERRAN_OPEN_FORMS", "yes")
    check_form(experiment, form)


def test_what_the_installation_offers_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    check_form("cost", {"kafka_image": None, "baseline": "3.9.2", "candidate": "linger_ms=5"})
    monkeypatch.setenv("KERRAN_CANDIDATE", f"image={IMAGE}")
    check_form("cost", {"candidate": f"image={IMAGE}"})
    with pytest.raises(AirflowFailException):
        check_form("cost", {"baseline": f"image={IMAGE}"})


def test_experiments_of_the_users_folder_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.yaml").write_text("title: Mine\n", encoding="utf-8")
    monkeypatch.setenv("KERRAN_EXPERIMENTS", str(tmp_path))
    check_form("mine", {})
    field = parameters.experiment("cost")
    assert field.schema["values_display"]["mine"] == "mine: Mine"
    assert re.fullmatch(field.schema["pattern"], "mine")
    assert not re.fullmatch(field.schema["pattern"], str(tmp_path / "mine.yaml"))
    monkeypatch.setenv("KERRAN_OPEN_FORMS", "yes")
    assert re.fullmatch(parameters.experiment("cost").schema["pattern"], str(tmp_path / "mine.yaml"))
