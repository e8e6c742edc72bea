"""What an experiment gives by a client's own names must not contradict the semantics.

Otherwise the report would accuse the semantics of what the experiment itself, or a default of the client's
release, has switched off.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from include.kinds.semantics.registry import DeliveryConfig
from include.machine.secret_values import NOT_SHOWN, can_be_shown

ACKS = ("acks", "request.required.acks")
RETRIES = ("retries", "message.send.max.retries")
IN_FLIGHT = ("max.in.flight.requests.per.connection", "max.in.flight")
IDEMPOTENCE = ("enable.idempotence",)
ISOLATION = ("isolation.level",)

ALL = ("-1", "all")

Test = Callable[[str], bool]

MOST_IN_FLIGHT = 5
"""The most requests in flight with which both clients are idempotent."""


@dataclass(frozen=True)
class Contradiction:
    """A setting by the client's own name that contradicts the semantics."""

    place: tuple[str, ...]
    """The key of the experiment, and the name of the setting if the experiment gives it."""
    text: str


class ContradictionsError(ValueError):
    """Settings by the client's own names contradict the semantics."""

    def __init__(self, contradictions: list[Contradiction]) -> None:
        self.contradictions = contradictions
        super().__init__("; ".join(contradiction.text for contradiction in contradictions))


@dataclass(frozen=True)
class Demands:
    """What a cell demands of its clients, and what these do without a setting."""

    semantics: str
    config: DeliveryConfig
    """What the semantics, and the settings that change it, demand of the clients."""
    client: str
    """The client and its release, in words."""
    defaults: Mapping[str, str]
    """The client's own defaults of the settings that decide on the semantics."""


def contradictions(
    demands: Demands, producer: Mapping[str, str] | None, consumer: Mapping[str, str] | None
) -> Iterator[Contradiction]:
    """Yield each setting, given or a default, that cannot keep what the semantics of the cell promises.

    Args:
        demands: What the cell demands.
        producer: The settings of the producer by the client's own names; None if there are none.
        consumer: The same of the consumers.
    """
    if producer is not None:
        yield from _Settings(demands, "producer_settings", producer).of_producer()
    if consumer is not None:
        yield from _Settings(demands, "consumer_settings", consumer).of_consumer()


@dataclass(frozen=True)
class _Settings:
    """The settings of one role."""

    demands: Demands
    key: str
    given: Mapping[str, str]

    def of_producer(self) -> Iterator[Contradiction]:
        config = self.demands.config
        yield from self._wrong(ACKS, lambda value: _acks(value) != config.acks, f"acks: {config.acks}")
        if config.acks == "all" and not config.transactional and not self._is_on(IDEMPOTENCE):
            yield from self._default(ACKS, lambda value: _acks(value) != "all", "acks: all", "all")
        if not config.idempotence:
            return
        demand = "idempotence: true"
        yield from self._wrong(IDEMPOTENCE, lambda value: value.lower() == "false", demand)
        yield from self._wrong(RETRIES, lambda value: value == "0", demand)
        yield from self._wrong(IN_FLIGHT, _is_pipelined, demand)
        if not config.transactional:  # a transactional.id makes both clients idempotent
            yield from self._default(IDEMPOTENCE, lambda value: value == "false", demand, "true")

    def of_consumer(self) -> Iterator[Contradiction]:
        level = self.demands.config.isolation_level
        demand = f"isolation_level: {level}"
        yield from self._wrong(ISOLATION, lambda value: value.lower() != level, demand)
        if level == "read_committed":
            yield from self._default(ISOLATION, lambda value: value != level, demand, level)

    def _wrong(self, names: tuple[str, ...], is_wrong: Test, demand: str) -> Iterator[Contradiction]:
        for name in names:
            if name in self.given and is_wrong(self.given[name]):
                value = self.given[name] if can_be_shown(self.given[name]) else f"the value ({NOT_SHOWN})"
                yield Contradiction(
                    (self.key, name),
                    f"{value} of {self.key} contradicts {demand}; remove it, or use other semantics than "
                    f"{self.demands.semantics}",
                )

    def _default(
        self, names: tuple[str, ...], is_wrong: Test, demand: str, right: str
    ) -> Iterator[Contradiction]:
        default = self.demands.defaults[names[0]]
        if not any(name in self.given for name in names) and is_wrong(default):
            yield Contradiction(
                (self.key,),
                f"{names[0]} is not set, and its default in {self.demands.client}, {default}, contradicts "
                f"{demand}; set {names[0]}: {right}, or use other semantics than {self.demands.semantics}",
            )

    def _is_on(self, names: tuple[str, ...]) -> bool:
        return any(self.given.get(name, "").lower() == "true" for name in names)


def _acks(value: str) -> str:
    return "all" if value.lower() in ALL else value


def _is_pipelined(value: str) -> bool:
    return value.isdigit() and int(value) > MOST_IN_FLIGHT
