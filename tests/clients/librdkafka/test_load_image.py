import re
import sys
from collections.abc import Iterator

import pytest

from include.clients.librdkafka.launch import (
    IMAGE_MODULES,
    IMAGE_PARTS_OF_SCENARIOS,
    IMAGE_ROOMS,
    image_sources,
)
from include.machine.folders import ROOT
from tests.architecture.rooms import imports

IMAGE = ROOT / "compose" / "images" / "load"
DOCKERFILE = (IMAGE / "Dockerfile").read_text(encoding="utf-8")
DOCKERIGNORE = (IMAGE / "Dockerfile.dockerignore").read_text(encoding="utf-8")
NOT_IN_CONTAINERS = ("include.scenarios.queue.", "include.scenarios.application.")
"""The programs that talk to queue servers, whose clients the image does not contain, or run applications."""


def programs() -> Iterator[str]:
    """The modules of all load programs that can run in a container."""
    for pattern in ("consumers/**/*.py", "producers/**/*.py", "scenarios/*/programs/*.py"):
        for path in sorted((ROOT / "include").glob(pattern)):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            is_program = "\n    run_program(" in path.read_text(encoding="utf-8")
            if is_program and not module.startswith(NOT_IN_CONTAINERS):
                yield module


def imported() -> set[str]:
    """Every module that a load program imports, with the programs themselves."""
    modules = set(programs())
    return modules.union(*(imports().find_upstream_modules(program) for program in modules))


def parts() -> set[str]:
    """The files and folders in ``include`` that contain the imported modules of the project.

    Of ``machine``, the image has only the parts that the programs import.
    """
    names = (module.split(".")[1:] for module in imported() if module.startswith("include."))
    paths = {"/".join(name[: 2 if name[0] == "machine" else 1]) for name in names}
    paths -= {"machine", "scenarios"}
    folders = {path for path in paths if (ROOT / "include" / path).is_dir()}
    return folders | {f"{path}.py" for path in paths - folders} | {"__init__.py", "machine/__init__.py"}


def test_the_image_has_the_sources_and_packages_that_the_programs_import_and_nothing_else() -> None:
    both = {"include.producers.delivery_producer", "include.scenarios.reliable_ack.programs.receipts"}
    assert both <= set(programs())
    assert not [program for program in programs() if program.startswith(NOT_IN_CONTAINERS)]
    ignored = re.findall(r"^!include/(\S+)$", DOCKERIGNORE, re.M)
    of_scenarios = [pattern for pattern in IMAGE_PARTS_OF_SCENARIOS if "*" in pattern]
    assert sorted(ignored) == sorted([*parts(), "scenarios", *of_scenarios])
    assert sorted((*IMAGE_MODULES, *IMAGE_ROOMS)) == sorted(parts())
    installed = re.findall(r"--constraint \S+ (.*?) \\", DOCKERFILE)[0].split()
    external = {name for name in imported() if not name.startswith("include")} - sys.stdlib_module_names
    assert sorted(name.replace("-", "_") for name in installed) == sorted(external)


def test_the_programs_of_scenarios_import_only_what_the_image_has_of_scenarios() -> None:
    modules = {module for module in imported() if module.startswith("include.scenarios.")}
    outside = {m for m in modules if len(m.split(".")) > 3 and m.split(".")[3] != "programs"}
    assert outside == set()
    sources = {path.relative_to(ROOT).as_posix() for path in image_sources()}
    assert {
        "include/scenarios/reliable_ack/programs",
        "include/scenarios/reliable_ack/rawlog.toml",
    } <= sources


@pytest.mark.parametrize(
    "package", ["include.settings", "include.kinds", "include.faults", "include.machine.storage"]
)
def test_no_program_imports_what_only_planning_or_reports_need(package: str) -> None:
    assert not [module for module in imported() if module.startswith(package)]
