"""Build the wheel, in which all of Kerran's packages are inside the package ``kerran``.

An Airflow project has packages ``dags``, ``plugins`` and ``include`` of its own. In a wheel ours are
therefore ``kerran.dags``, ``kerran.plugins`` and ``kerran.include``, and their imports are changed
accordingly. An editable installation is the checkout as it is.

The requirements of all components of Airflow are those of the package; workers and Spark have extras.
"""

import re
import shutil
from collections import defaultdict
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

MOVED = ("dags", "include", "plugins")
"""The packages of the checkout that become packages of ``kerran``."""

NAMES = "|".join(MOVED)

REFERENCE = re.compile(
    rf"(?P<before>^\s*(?:from|import)\s+|[\"']|-m )(?P<package>{NAMES})(?=\.[a-z_]|\s+import\b)", re.MULTILINE
)
"""A module of a moved package: in an import, at the beginning of a text, or in a command line."""


class MovingBuild(build_py):
    """Copy the packages, and move those of the checkout into ``kerran``."""

    def run(self) -> None:
        """Build, in place of what an earlier build left."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if not self.editable_mode:
            move_packages(Path(self.build_lib))


def move_packages(built: Path) -> None:
    """Move packages of a folder into its package ``kerran``."""
    for name in MOVED:
        (built / name).rename(built / "kerran" / name)
    for module in (built / "kerran").rglob("*.py"):
        source = module.read_text(encoding="utf-8")
        module.write_text(REFERENCE.sub(r"\g<before>kerran.\g<package>", source), encoding="utf-8")


def requirements() -> dict[str, list[str]]:
    """The lines of requirements.txt by the extra that they belong to; "" has those of every installation."""
    extra, lines = "", defaultdict(list)
    for line in Path("requirements.txt").read_text(encoding="utf-8").splitlines():
        if beginning := re.match(r"# \[(\w+)\]", line):
            extra = beginning[1]
        elif requirement := line.partition("#")[0].strip():
            lines[extra].append(requirement)
    return dict(lines)


parts = requirements()
setup(
    cmdclass={"build_py": MovingBuild},
    install_requires=parts[""],
    extras_require={"spark": parts["spark"], "workers": parts["spark"] + parts["workers"]},
)
