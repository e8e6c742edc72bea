import pytest


@pytest.fixture(autouse=True)
def undrawn_charts() -> None:
    """Here charts are drawn, unlike in the other tests of reports."""
