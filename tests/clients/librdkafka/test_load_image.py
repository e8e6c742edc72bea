import re
import sys
from collections.abc import Iterator

import pytest

from include.clients.librdkafka.launch import IMAGE_MODULES, IMAGE_ROOMS
from include.machine.folders import ROOT
from tests.architecture.rooms import imports

IMAGE = ROOT / "compose" / "images" / "load"
DOCKERFILE = (IMAGE / "Dockerfile").read_text(encoding="utf-8")
DOCKERIGNORE = (IMAGE / "Dockerfile.dockerignore").read_text(encoding="utf-8")
NOT_IN_CONTAINERS = ".scenarios.queue"
"""Part of the names of programs that talk to queue servers, whose clients the image does not contain."""


def programs() -> Iterator[str]:
    """The modules of all load programs that can run in a container."""
    for room in ("consumers", "monitors", "producers"):
        for path in sorted((ROOT / "include" / room).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if "\n    run_program(" in path.read_text(encoding="utf-8") and NOT_IN_CONTAINERS not in module:
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
    paths = {"/".join(name[: 2 if name[0] == "machine" else 1]) for name in names} - {"machine"}
    folders = {path for path in paths if (ROOT / "include" / path).is_dir()}
    return folders | {f"{path}.py" for path in paths - folders} | {"__init__.py", "machine/__init__.py"}


def test_the_image_has_the_sources_and_packages_that_the_programs_import_and_nothing_else() -> None:
    both = {"include.producers.delivery_producer", "include.monitors.reliable_ack.appended_message_reporter"}
    assert both <= set(programs())
    assert "include.producers.scenarios.queue" not in set(programs())
    instructions = DOCKERFILE.replace("\\\n", " ")
    copied = re.findall(r"\binclude/(\S+)", "\n".join(re.findall(r"^COPY (.*) \S+$", instructions, re.M)))
    assert sorted(copied) == sorted(parts())
    assert sorted(re.findall(r"^!include/(\S+)$", DOCKERIGNORE, re.M)) == sorted(parts())
    assert sorted((*IMAGE_MODULES, *IMAGE_ROOMS)) == sorted(parts())
    installed = re.findall(r"--constraint \S+ (.*?) \\", DOCKERFILE)[0].split()
    external = {name for name in imported() if not name.startswith("include")} - sys.stdlib_module_names
    assert sorted(name.replace("-", "_") for name in installed) == sorted(external)


@pytest.mark.parametrize("package", ["include.scenarios", "include.faults", "include.machine.storage"])
def test_no_program_imports_what_only_planning_or_reports_need(package: str) -> None:
    assert not [module for module in imported() if module.startswith(package)]
