"""Write the code blocks of docs/extending.md anew, from the files of the examples.

A line that consists of a link to a file of an example is followed by a block with the content of that file.

    .venv/bin/python -m tests.extending.document
"""

import re

from include.machine.folders import ROOT

DOCUMENT = ROOT / "docs" / "extending.md"
LANGUAGES = {".py": "python", ".toml": "toml", ".yaml": "yaml"}
LINK = re.compile(r"^\[[^\]\n]+\]\((?P<path>examples/[^)\n]+)\)\n(?:\n```\w+\n.*?^```\n)?", re.M | re.S)
"""A link on a line of its own, with the block behind it where there is one."""


def filled(text: str) -> str:
    """The text of the document with the present content of each file."""
    return LINK.sub(_with_block, text)


def _with_block(match: "re.Match[str]") -> str:
    link = match[0].partition("\n")[0]
    file = DOCUMENT.parent / match["path"]
    content = file.read_text(encoding="utf-8").strip()
    return f"{link}\n\n```{LANGUAGES[file.suffix]}\n{content}\n```\n"


if __name__ == "__main__":
    DOCUMENT.write_text(filled(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
