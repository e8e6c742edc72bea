import pytest
from pydantic import BaseModel

from docs.pages.settings import KEYS, TERMS, keys_of, page, scenarios_of_models
from include.kinds.scenario import SCENARIOS


@pytest.mark.parametrize("model", [*KEYS, *TERMS, *scenarios_of_models()])
def test_every_key_has_a_meaning_in_sentences(model: type[BaseModel]) -> None:
    for name in keys_of(model):
        meaning = model.model_fields[name].description or ""
        assert meaning[:1].isupper() or meaning.startswith("``"), name
        assert meaning.endswith("."), name


def test_every_setting_of_a_scenario_is_listed_with_its_range_its_default_and_when_it_applies() -> None:
    listed = {
        (name, scenario)
        for model, names in scenarios_of_models().items()
        for scenario in names
        for name in keys_of(model)
    }
    models = {scenario: record.settings for scenario, record in SCENARIOS.items()}
    settings = {(name, scenario) for scenario, model in models.items() for name in model.model_fields}
    assert settings - listed == {("scenario", scenario) for scenario in SCENARIOS}
    lines = page().splitlines()
    start = "| `abort_percent` | whole number from 0 up to 100 | `0` | semantics: exactly-once"
    assert [line[: len(start)] for line in lines if line.startswith("| `abort_percent`")] == [start]
    start = "| `acks` | `0` or `1` or `all` | none |  | The replicas"
    assert [line[: len(start)] for line in lines if line.startswith("| `acks`")] == [start]
