"""The experiment that measures the costs of a user's settings and their behaviour under faults.

All cells have the default load, 1,000 messages/s of 1 KiB. Without a fault, each block has a cell of the
user's settings and a cell of the baseline. There are enough blocks for a 95 % interval. The faults strike
only cells of the user's settings.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from include.kinds.fault import FAULTS
from include.load.job import Processing
from include.plan.cluster_and_runner import Placement
from include.plan.document import Document, read_document
from include.plan.experiment import Experiment
from include.plan.judging.deployment import REPLICAS
from include.plan.judging.promise import JudgedPromise
from include.plan.judging.values_by_kafka_name import value_of
from include.plan.load import checked, find
from include.plan.overrides import Overrides
from include.plan.user_client_settings import JudgedSettings
from include.plan.validation_errors import ExperimentError

EXPERIMENT = "judge"
"""The name of every experiment that judges settings. No experiment file has this name."""

LEAD_IN_SECONDS = 1.0
FAULT_WINDOW_SECONDS = 2.0
SECONDS_UNDER_FAULT = 4.0
SECONDS_WITHOUT_FAULT = 3.0

FAULTS_WHILE_SENDING = ("kill-leader", "kill-producer")

FAULT_OF_LEADER_ALONE = "kill-leader-ahead"
"""The fault that can lose messages that were acknowledged when only the leader had them (``acks=1``)."""

STRIKE = "strike-request"
"""The fault that strikes requests of the producer: a request is late or refused, or its answer is lost."""

FAULT_OF_PROCESSING = {
    Processing.PROCESS_FIRST: "kill-before-commit",
    Processing.AUTO_COMMIT: "kill-before-processing",
}
"""For each way to commit, the fault that kills a consumer between processing and commit."""

SESSION_TIMEOUT_MS = 6_000
"""The shortest session timeout that brokers allow. Until the timeout ends, nobody reads the partitions of a
killed consumer."""

LATE_END = "late-end-of-transaction"
"""The experiment with cells that show the effect of a late request to end a transaction."""

REFUSAL, CONNECTION_LOST_AND_REFUSED = "answer-and-request-lost", "connection-lost-and-refused"
"""An experiment and one of its variants. The variant shows what happens to an idempotent producer when a
connection is lost and a request is refused."""

SET_BY_JUDGE = frozenset({"semantics", "linger_ms", "lead_in_seconds", "fault_after", "fault_until"})
"""The constants of ``LATE_END`` and ``REFUSAL`` that `kerran judge` replaces by its own values."""

MAX_MESSAGES_PER_BATCH = 1_000_000
MAX_BATCH_BYTES = 2**31 - 1


def judging_experiment(
    judged_settings: JudgedSettings, promise: JudgedPromise, baseline: JudgedPromise, overrides: Overrides
) -> Experiment:
    """The experiment that judges settings against a baseline.

    Raises:
        ExperimentError: The cells cannot have the settings, or the overrides do not fit the experiment.
    """
    data = _data(judged_settings, promise, baseline, overrides.placement)
    return generated_experiment(data, overrides).model_copy(update={"judged": judged_settings})


def generated_experiment(data: dict[str, Any], overrides: Overrides) -> Experiment:
    """The experiment with the data that an experiment file would contain. The user has no such file.

    Raises:
        ExperimentError: The cells cannot have the settings, or the overrides do not fit the experiment.
    """
    document = Document(Path(f"{EXPERIMENT}.yaml"), data)
    try:
        return checked(document, overrides)
    except ExperimentError as error:
        nowhere = f"{document.position(())}: "
        raise ExperimentError(line.removeprefix(nowhere) for line in error.lines) from None


def _data(
    judged_settings: JudgedSettings, promise: JudgedPromise, baseline: JudgedPromise, placement: Placement
) -> dict[str, Any]:
    """The experiment, as an experiment file would contain it."""
    return {
        "title": f"What {judged_settings.own_files} promises, keeps and costs",
        "question": (
            f"What do the client settings of {judged_settings.own_files} promise, do they keep the promise "
            f"under faults, and what do they cost compared with {judged_settings.baseline_words}?"
        ),
        "scenario": "delivery",
        "constants": {
            "client": str(judged_settings.client),
            "rate": 1_000,
            "lead_in_seconds": LEAD_IN_SECONDS,
            "message_bytes": 1024,
            "replication": REPLICAS,
            "min_insync_replicas": judged_settings.min_insync_replicas,
        },
        "parts": [
            _part(judged_settings.baseline, baseline, {}, {"seconds": SECONDS_WITHOUT_FAULT}),
            _part(judged_settings.name, promise, {}, {"seconds": SECONDS_WITHOUT_FAULT}),
            *_under_faults(judged_settings.name, promise, placement),
        ],
        "reference": {"configuration": judged_settings.baseline, "semantics": baseline.semantics},
        "repetitions": 6,  # the minimum for an interval
        "seed": 19,
    }


def _part(
    name: str, promise: JudgedPromise, factors: Mapping[str, Any], constants: Mapping[str, Any]
) -> dict[str, Any]:
    """A part of the experiment: cells with the settings of ``promise``, ``factors`` and ``constants``."""
    return {
        "factors": {"configuration": [name], "semantics": [promise.semantics], **factors},
        "constants": {**_constants(promise), **constants},
    }


def _under_faults(name: str, promise: JudgedPromise, placement: Placement) -> list[dict[str, Any]]:
    """The parts of the experiment with faults: faults during sending, a consumer's fault, and a strike."""
    seconds = LEAD_IN_SECONDS + SECONDS_UNDER_FAULT
    begins = LEAD_IN_SECONDS + (SECONDS_UNDER_FAULT - FAULT_WINDOW_SECONDS) / 2
    window = {
        "seconds": SECONDS_UNDER_FAULT,
        "fault_after": begins / seconds,
        "fault_until": (begins + FAULT_WINDOW_SECONDS) / seconds,
    }
    of_leader_alone = [FAULT_OF_LEADER_ALONE] if promise.acks == "1" else []
    sending = [
        fault
        for fault in (*FAULTS_WHILE_SENDING, *of_leader_alone)
        if FAULTS[fault].needs in placement.capabilities
    ]
    parts = [_part(name, promise, {"fault": sending}, window)]
    if promise.consumer.file:
        processing = promise.processing
        factors = {"processing": [processing.value], "fault": [FAULT_OF_PROCESSING[processing]]}
        parts.append(_part(name, promise, factors, {**window, **_short_session(promise)}))
    if promise.producer.file and promise.is_idempotent and FAULTS[STRIKE].needs in placement.capabilities:
        constants = _late_end() if promise.is_transactional else _refusal()
        strike_constants = {
            setting: level for setting, level in constants.items() if setting not in SET_BY_JUDGE
        }
        parts.append(_part(name, promise, {"fault": [STRIKE]}, {**window, **strike_constants}))
    return parts


def _late_end() -> dict[str, Any]:
    """The constants of a cell in which the request to end a transaction arrives late."""
    constants: dict[str, Any] = read_document(find(LATE_END)).data["constants"]
    return constants


def _refusal() -> dict[str, Any]:
    """The constants of a cell where an answer is lost with its connection, and another request is refused."""
    experiment = read_document(find(REFUSAL)).data
    part = next(
        part
        for part in experiment["parts"]
        if part["factors"].get("variant") == [CONNECTION_LOST_AND_REFUSED]
    )
    return {**experiment["constants"], **part["constants"]}


def _constants(promise: JudgedPromise) -> dict[str, Any]:
    """The client settings of producer and consumer, and the constants that follow from these settings."""
    producer, consumer = promise.producer.effective, promise.consumer.effective
    limit = value_of(producer, "batch.num.messages")
    return {
        "producer_settings": promise.producer.passed,
        "consumer_settings": promise.consumer.passed,
        "acks": "all" if promise.acks == "all" else int(promise.acks),
        "isolation_level": promise.isolation.value,
        "linger_ms": float(value_of(producer, "linger.ms")),
        "batch_bytes": min(max(1, int(value_of(producer, "batch.size"))), MAX_BATCH_BYTES),
        **({"messages_per_request": min(int(limit), MAX_MESSAGES_PER_BATCH)} if limit else {}),
        **({"session_timeout_ms": session} if (session := _session_ms(consumer)) else {}),
    }


def _session_ms(consumer: Mapping[str, str]) -> int | None:
    """The session timeout in ms; None if there is none, or if ``session_timeout_ms`` refuses it."""
    text = value_of(consumer, "session.timeout.ms")
    return int(text) if text and SESSION_TIMEOUT_MS <= int(text) <= 1_800_000 else None


def _short_session(promise: JudgedPromise) -> dict[str, Any]:
    """Constants that shorten the session timeout for cells with a killed consumer; may be empty."""
    effective = promise.consumer.effective
    is_classic = value_of(effective, "group.protocol") != "consumer"  # otherwise the brokers set the timeout
    if not is_classic or int(value_of(effective, "session.timeout.ms")) <= SESSION_TIMEOUT_MS:
        return {}
    heartbeat = min(int(value_of(effective, "heartbeat.interval.ms")), SESSION_TIMEOUT_MS // 3)
    shorter = {"session.timeout.ms": str(SESSION_TIMEOUT_MS), "heartbeat.interval.ms": str(heartbeat)}
    return {
        "consumer_settings": {**promise.consumer.passed, **shorter},
        "session_timeout_ms": SESSION_TIMEOUT_MS,
    }
