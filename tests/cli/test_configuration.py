"""docs/configuration.md, which is generated."""

import pytest

from include.cli.configuration import FILE, configuration


@pytest.fixture(scope="module")
def generated() -> str:
    """The document as it is generated now."""
    return configuration()


def test_the_document_is_what_the_options_and_variables_say(generated: str) -> None:
    assert FILE.read_text(encoding="utf-8") == generated, "run python -m include.cli.configuration"
