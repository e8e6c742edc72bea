"""The rooms of include/, the layers that the import contract gives them, and what imports what."""

import re
from configparser import ConfigParser
from functools import cache

import grimp

from include.machine.folders import ROOT


def layers() -> list[list[str]]:
    """The rooms in each layer of the import contract, from top to bottom."""
    contract = ConfigParser()
    contract.read(ROOT / ".importlinter", encoding="utf-8")
    lines = contract["importlinter:contract:layers"]["layers"].strip().splitlines()
    return [re.findall(r"\w+", line) for line in lines]


@cache
def imports() -> grimp.ImportGraph:
    """The imports of every module, those of other packages included."""
    return grimp.build_graph(
        "include",
        include_external_packages=True,
        exclude_type_checking_imports=True,
        cache_dir=None,  # a cache goes by the times of files, and did not notice what a merge had changed
    )
