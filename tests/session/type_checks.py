"""Check the types of the project, and then of a copy that has the examples of docs/extending.md.

python -m tests.session.type_checks

The copy takes over what mypy remembers of the project, so that it checks only what the examples change.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from include.machine.folders import ROOT
from tests.extending.assembled import assembled
from tests.extending.examples import examples

CACHE = ".mypy_cache"


def main() -> int:
    """1 if the types of the project or of the examples are wrong, otherwise 0."""
    if subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, check=False).returncode:
        return 1
    print("The examples of docs/extending.md:", flush=True)
    with TemporaryDirectory() as folder:
        copy = assembled(Path(folder) / "copy", examples())
        shutil.copytree(ROOT / CACHE, copy.folder / CACHE)
        tests = [str(test) for example in examples() for test in example.tests]
        done = copy.run("mypy", "include", *tests)
    print(done.stdout + done.stderr)
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
