import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def links(document: Path) -> list[str]:
    prose = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(r"\]\((?!\w+:)([^)\s]+)\)", prose)


def headings(document: Path) -> set[str]:
    """The headings of a document, as GitHub writes them in a link: lower case, words and hyphens only."""
    titles = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def is_reached(document: Path, link: str) -> bool:
    path, _, heading = link.partition("#")
    target = document.parent / path if path else document
    return target.exists() and (not heading or target.suffix != ".md" or heading in headings(target))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    assert [link for link in links(document) if not is_reached(document, link)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_experiment_of_a_command_exists(document: Path) -> None:
    named = set(re.findall(r"EXPERIMENT=([\w-]+)", document.read_text(encoding="utf-8")))
    experiments = {file.stem for file in ROOT.glob("**/include/experiments/*.yaml")}
    assert named - experiments == set()
