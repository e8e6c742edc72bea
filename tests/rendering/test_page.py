from pathlib import Path

from include.rendering.page import write_page


def rendered(folder: Path, name: str, template: str, **variables: object) -> str:
    (folder / name).write_text(template, encoding="utf-8")
    return Path(str(write_page(folder / "page", folder / name, **variables))).read_text(encoding="utf-8")


def test_a_template_extends_the_shared_page(tmp_path: Path) -> None:
    template = '{% extends "page.html.jinja" %}{% block main %}<p>{{ text }}</p>{% endblock %}'
    page = rendered(tmp_path, "own.html.jinja", template, text="found")
    assert page.startswith("<!doctype html>")
    assert "<p>found</p>" in page


def test_a_page_escapes_its_variables_and_a_text_does_not(tmp_path: Path) -> None:
    assert rendered(tmp_path, "own.html.jinja", "{{ text }}", text="<b>") == "&lt;b&gt;"
    assert rendered(tmp_path, "own.md.jinja", "{{ text }}", text="<b>") == "<b>"
