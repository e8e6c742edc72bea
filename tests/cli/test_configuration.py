"""docs/configuration.md, which is generated."""

import pytest

from include import settings
from include.cli.app import option_variables
from include.cli.configuration import FILE, configuration


@pytest.fixture(scope="module")
def generated() -> str:
    """The document as it is generated now."""
    return configuration()


def test_the_document_is_what_the_options_and_variables_say(generated: str) -> None:
    assert FILE.read_text(encoding="utf-8") == generated, "run python -m include.cli.configuration"


@pytest.mark.parametrize("name", [*option_variables(), *(one.name for one in settings.VARIABLES)])
def test_every_variable_is_in_the_document(generated: str, name: str) -> None:
    assert f"`{name}`" in generated
