import pytest

from include.load_runtime.job import ConsumerJob
from include.load_runtime.security import (
    SECURITY_VARIABLE,
    security_environment,
    security_of_this_process,
    security_text,
)
from tests.load_runtime.jobs import job_of

JOB = job_of(ConsumerJob, client_settings={"group.id": "g"})


def test_a_program_receives_its_secrets_by_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = security_environment(security_text({"sasl.password": "hidden"}))
    monkeypatch.setenv(SECURITY_VARIABLE, environment[SECURITY_VARIABLE])
    assert JOB.secured(security_of_this_process()).client_settings == {
        "group.id": "g",
        "sasl.password": "hidden",
    }


def test_a_program_without_secrets_receives_no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SECURITY_VARIABLE, raising=False)
    assert security_environment(security_text({})) == {}
    assert security_of_this_process() == {}
