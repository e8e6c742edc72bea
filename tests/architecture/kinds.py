"""Everything that comes in kinds: its registry, and the files that belong to a single one of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from pathlib import Path
from typing import Any

from include.kinds.client_releases import CLIENTS
from include.kinds.cluster_kind import CLUSTER_KINDS
from include.kinds.fault import FAULTS
from include.kinds.registry import Registry, module_name
from include.kinds.scenario import SCENARIOS
from include.kinds.semantics.registry import SEMANTICS
from include.machine.folders import ROOT
from include.plan.judging.settings_format import FORMATS
from include.report.sections.registry import SECTIONS
from include.scenarios.queue.systems import QUEUE_SERVERS


@dataclass(frozen=True)
class Kind:
    registry: Registry[Any]
    files: Sequence[str]
    """The files that belong to the one of them with a certain name, as patterns."""

    def files_of(self, name: str) -> Iterator[str]:
        """The patterns of the files that belong to the one with that name."""
        return (pattern.format(module_name(name)) for pattern in self.files)


KINDS = {
    "queue server": Kind(QUEUE_SERVERS, ("include/scenarios/queue/servers/{}/*",)),
    "scenario": Kind(SCENARIOS, ("include/scenarios/{}/*",)),
    "fault": Kind(FAULTS, ("include/faults/{}.py",)),
    "client": Kind(CLIENTS, ("include/clients/{}/*",)),
    "semantics": Kind(SEMANTICS, ("include/kinds/semantics/{}.py",)),
    "cluster kind": Kind(CLUSTER_KINDS, ("include/clusters/{}/*",)),
    "settings format": Kind(FORMATS, ("include/plan/judging/formats/{}.py",)),
    "report section": Kind(SECTIONS, ("include/report/sections/{}.py", "include/report/sections/{}/*")),
}


@cache
def owner_of(file: str) -> str | None:
    """What a file belongs to, such as ``fault kill-leader``; None for a generic file.

    Args:
        file: The path of the file, from the root of the project.
    """
    return next((owner for pattern, owner in _owners() if pattern.match(file)), None)


@cache
def _owners() -> list[tuple[re.Pattern[str], str]]:
    """The files of everything that comes in kinds, and its kind and name."""
    return [
        (re.compile(translate(pattern)), f"{kind} {name}")
        for kind, described in KINDS.items()
        for name in described.registry
        for pattern in described.files_of(name)
    ]


def modules() -> Iterator[Path]:
    return iter(sorted((ROOT / "include").rglob("*.py")))


def path_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()
