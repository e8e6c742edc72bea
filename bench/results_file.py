"""The file with the results of the benchmarks. A later run of a benchmark replaces its sections."""

import re

TITLE = "# Results of the benchmarks\n\nWritten by `make bench`.\n"


def updated(text: str, measured: str, conditions: str) -> str:
    """The content of the file after a benchmark.

    Args:
        text: The content before; empty if there is no file.
        measured: The sections of the benchmark, each of which begins with a heading of the second level.
        conditions: A sentence for each section that says when and where the section was measured.
    """
    sections = {_heading(section): section for section in _sections(text)}
    for section in _sections(measured):
        heading = _heading(section)
        sections[heading] = f"{heading}\n\n{conditions}\n\n{section.removeprefix(heading).strip()}\n"
    return "\n".join([TITLE, *(section.rstrip() + "\n" for section in sections.values())])


def _sections(text: str) -> list[str]:
    return [part for part in re.split(r"(?m)^(?=## )", text) if part.startswith("## ")]


def _heading(section: str) -> str:
    return section.splitlines()[0]
