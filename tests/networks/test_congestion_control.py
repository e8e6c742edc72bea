"""The congestion control of a namespace is that of its route."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from include.networks.tcp import control_congestion

ROUTE = "10.75.3.0/24 proto kernel src 10.75.3.201 congctl bbr\n"


class OneRoute:
    """A namespace that notes the commands that are run in it, and has one route."""

    def __init__(self) -> None:
        self.ran: list[Sequence[str]] = []

    def run(self, command: Sequence[str], standard_input: str = "") -> tuple[int, str]:
        self.ran.append(command)
        return 0, ROUTE if "show" in command else ""

    def start(self, script: Path, *arguments: str) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize(("name", "words"), [("cubic", ["congctl", "cubic"]), (None, [])])
def test_the_congestion_control_is_set_on_the_route(name: str | None, words: list[str]) -> None:
    namespace = OneRoute()
    control_congestion(namespace, name)
    route = ["10.75.3.0/24", "dev", "eth0", "src", "10.75.3.201"]
    assert list(namespace.ran[-1]) == ["ip", "route", "replace", *route, *words]
