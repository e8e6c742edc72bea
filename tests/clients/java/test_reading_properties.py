"""Files of settings are read as Java itself reads them."""

from pathlib import Path
from random import Random

import pytest

from include.plan.judging.properties_file import ENCODING, MalformedEscapeError, java_entries
from tests.clients.java.java_scenes import output_of

FILES = 2_000

PIECES = (
    *"\\\\\\\\\n\n\n\r\r\n  \t\f==::##!!aub09AF\x00\x0b\x85\xa0\xe9\xff",
    "\r\n", "\\\n", "\\\r\n", "\\\r", "\\ ", "\\=", "\\u00e9", "\\u003D", "\\u12", "\\ud83d\\ude00",
    "\\ud800", "acks", "acks=all\n",
    "acks : 1\n", "linger.ms 5\n", "# comment \\\n", "\xef\xbb\xbf", "\n \\\n",
    "\\\n\n",
)  # fmt: skip


def texts() -> list[str]:
    random = Random(57)
    return ["".join(random.choices(PIECES, k=random.randint(1, 40))) for _ in range(FILES)]


def digits(text: str) -> str:
    """The hexadecimal digits of a text in UTF-16."""
    return text.encode("utf-16-be", "surrogatepass").hex()


def as_printed(text: str) -> str:
    try:
        read = {digits(entry.name): digits(entry.value) for entry in java_entries(text)}
    except MalformedEscapeError:
        return "refused"
    return "{" + ", ".join(f"{name}={read[name]}" for name in sorted(read)) + "}"


@pytest.mark.slow  # it starts Java
def test_2000_files_are_read_exactly_as_java_reads_them(tmp_path: Path) -> None:
    for number, text in enumerate(texts()):
        (tmp_path / str(number)).write_bytes(text.encode(ENCODING))
    printed = output_of("ReadProperties", tmp_path, FILES).splitlines()
    differences = [
        (text, java, ours)
        for text, java, ours in zip(texts(), printed, map(as_printed, texts()), strict=True)
        if java != ours
    ]
    assert differences[:3] == []
    assert 20 < printed.count("refused") < FILES // 2
