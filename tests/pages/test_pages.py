import pytest

from docs.pages.__main__ import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_follows_from_the_code_is_the_one_that_is_generated(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name](), "run python -m docs.pages"
