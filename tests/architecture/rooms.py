"""The rooms of include/, and the layers that the import contract gives them."""

import re
from configparser import ConfigParser

from include.folders import ROOT


def layers() -> list[list[str]]:
    """The rooms in each layer of the import contract, from top to bottom."""
    contract = ConfigParser()
    contract.read(ROOT / ".importlinter", encoding="utf-8")
    lines = contract["importlinter:contract:layers"]["layers"].strip().splitlines()
    return [re.findall(r"\w+", line) for line in lines]
