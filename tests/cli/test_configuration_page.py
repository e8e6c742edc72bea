from include.cli.configuration_page import FILE, configuration


def test_the_document_is_what_the_options_and_variables_say() -> None:
    assert FILE.read_text(encoding="utf-8") == configuration(), "run python -m include.cli.configuration_page"
