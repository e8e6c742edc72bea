"""The golden files: one per experiment, JSON compressed by gzip.

A new experiment, or one that is changed on purpose, is captured by ``python -m tests.golden.files NAME …``.
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SUFFIX = ".json.gz"


def golden_names() -> list[str]:
    return sorted(path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}"))


def read_golden(name: str) -> dict[str, Any]:
    return dict(json.loads(gzip.decompress((FOLDER / f"{name}{SUFFIX}").read_bytes())))


def write_golden(name: str, captured: dict[str, Any]) -> None:
    """Write a golden file; the same data gives the same bytes."""
    text = json.dumps(captured, indent=1) + "\n"
    (FOLDER / f"{name}{SUFFIX}").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    from tests.golden.captured import captured

    for name in sys.argv[1:]:
        write_golden(name, captured(name))
