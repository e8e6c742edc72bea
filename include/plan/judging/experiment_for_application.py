"""The experiment that judges a user's own application: does it keep its promise when something dies?"""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from include.kinds.fault import FAULTS
from include.plan.cluster_and_runner import Placement
from include.plan.experiment import Experiment
from include.plan.judging.experiment_for_settings import STRIKE, generated_experiment
from include.plan.overrides import Overrides

SECONDS = 12.0
LEAD_IN_SECONDS = 2.0
MESSAGES_PER_SECOND = 300
REPETITIONS = 2

JUDGED_FAULTS = ("kill-application", "kill-leader")

STOP = "stop-application"

STOPPED = {"seconds": 40.0, "fault_after": 0.1, "fault_until": 0.2}
"""Messages are sent until four seconds after the application has ended, also if it ignores SIGTERM."""

FREEZE = "freeze-application"

SCALE = "scale-application"

SCALE_SECONDS = 30.0
"""Long enough for a slow instance to join and to leave while messages are sent."""

FREEZE_SECONDS = 50.0
"""Longer than the default session of a group's member (45 s), so that the group goes on without it."""

QUIET_SECONDS = 90.0
"""Longer than each outage: of a frozen application, or of one that waits for a dead member's session."""

SUFFIXES = (".jar", ".py", ".js", ".rb", ".sh")
"""The ends of names of files that name an application better than the program that runs them."""

LATE_END = [{"request": "EndTxn", "act": "hold", "client": "cut", "until": {"answered": "Produce"}}]
"""A request to end a transaction arrives late, in the middle of the next transaction (KAFKA-17754)."""


AT_REQUEST = "kill-application-at-request"

DIES_WAITING = {"act": "drop", "client": "leave", "synthetic": True, "at_most_s": 60}
"""The application dies while it waits for the answer to a request, which no broker gets. Some applications
send it seldom: one that commits every 30 s ends two transactions in a minute."""

STRUCK_NUMBER = {"Produce": 5, "EndTxn": 1}
"""Which request of its kind is struck: the first end of a transaction, or a request amid many."""


FURTHER_SETTINGS = (
    *("application", "inherited", "instances", "outputs_per_message"),
    *("message", "values", "id_at", "count_at"),
    *("start_seconds", "quiet_seconds", "restart_after_s", "settings_file", "folder"),
)
"""The settings of the cells that a user may give for the application under test."""


@dataclass(frozen=True)
class JudgedApplication:
    """A user's application, and what it is said to promise."""

    command: str
    promise: str
    environment: Mapping[str, str] = field(default_factory=dict)
    further: Mapping[str, Any] = field(default_factory=dict)
    """Further settings of its cells, by name."""
    image: str = ""
    """Its container image; empty: it is a command of this machine."""

    @property
    def is_exactly_once(self) -> bool:
        return self.promise == "exactly-once"

    @property
    def instances(self) -> int:
        return int(self.further.get("instances", 1))

    @property
    def name(self) -> str:
        """A short name: that of the image, or of the program, script or archive that the command names.

        A ready-made application has its own name.
        """
        if ready_made := self.further.get("application"):
            return str(ready_made)
        if self.image:
            return re.sub(r"[^\w.-]", "-", self.image.rpartition("/")[2].partition(":")[0])
        try:
            words = shlex.split(self.command)
        except ValueError:  # refused later
            words = self.command.split()
        module = words[words.index("-m") + 1 :][:1] if "-m" in words else []
        files = [word for word in words[1:] if Path(word).suffix in SUFFIXES]
        name = Path(([m.rpartition(".")[2] for m in module] or files or words or ["application"])[0]).stem
        return re.sub(r"[^\w.-]", "-", name)


def application_experiment(application: JudgedApplication, overrides: Overrides) -> Experiment:
    """The experiment that judges an application.

    Raises:
        ExperimentError: The cells cannot have the settings, or the overrides do not fit the experiment.
    """
    return generated_experiment(_data(application, overrides.placement), overrides)


def _data(application: JudgedApplication, placement: Placement) -> dict[str, Any]:
    """The experiment, as an experiment file would contain it."""
    faults = [fault for fault in JUDGED_FAULTS if FAULTS[fault].needs in placement.capabilities]
    return {
        "title": f"Does {application.name} keep its promise?",
        "question": (
            f"Does {application.name} lose, repeat or reorder messages when it is killed, stopped or frozen, "
            f"or when a broker dies? It promises {application.promise}."
        ),
        "scenario": "application",
        "constants": {
            **({"command": application.command} if application.command else {}),
            "environment": dict(application.environment),
            "rate": MESSAGES_PER_SECOND,
            "lead_in_seconds": LEAD_IN_SECONDS,
            "seconds": SECONDS,
            "quiet_seconds": QUIET_SECONDS,
            **({"image": application.image} if application.image else {}),
            "partitions": application.instances,  # so that each instance has work, and dies with it
            **application.further,
        },
        "parts": [
            _part(application, ["no-fault", *faults]),
            _part(application, [STOP], **STOPPED),
            _part(application, [FREEZE], freeze_s=FREEZE_SECONDS),
            *([_part(application, [SCALE], seconds=SCALE_SECONDS)] if application.instances > 1 else []),
            *_struck_requests(application, placement),
        ],
        "repetitions": REPETITIONS,
        "seed": 19,
    }


def _part(application: JudgedApplication, faults: Sequence[str], **constants: Any) -> dict[str, Any]:  # noqa: ANN401
    factors = {"variant": [application.name], "semantics": [application.promise], "fault": list(faults)}
    return {"factors": factors, "constants": constants}


def _struck_requests(application: JudgedApplication, placement: Placement) -> list[dict[str, Any]]:
    """The parts in which requests are struck, on brokers with a proxy.

    The application is killed at a request, because a kill at an arbitrary moment seldom hits the time between
    two of its requests. With transactions, a request is late, too.
    """
    if FAULTS[AT_REQUEST].needs not in placement.capabilities:
        return []
    request = "EndTxn" if application.is_exactly_once else "Produce"
    struck = {"request": request, "where": {"nth": STRUCK_NUMBER[request]}, **DIES_WAITING}
    at_request = _part(application, [AT_REQUEST], strike=[struck])
    late = [_part(application, [STRIKE], strike=LATE_END)] if application.is_exactly_once else []
    return [at_request, *late]
