"""What an experiment gives by a client's own names must not contradict the semantics."""

from collections.abc import Iterator, Mapping

from include.kinds.semantics.registry import DeliveryConfig

ACKS = ("acks", "request.required.acks")

ALL = ("-1", "all")


def contradictions(
    semantics: str,
    config: DeliveryConfig,
    producer: Mapping[str, str] | None,
    consumer: Mapping[str, str] | None,
) -> Iterator[str]:
    """Yield a problem for each role whose settings cannot keep what the semantics of the cell promises.

    Otherwise the report would accuse the semantics of what the experiment itself has switched off.

    Args:
        semantics: The name of the semantics.
        config: What the semantics, and the settings that change it, demand of the clients.
        producer: The settings of the producer by the client's own names.
        consumer: The same of the consumers.
    """
    for key, wrong in (
        ("producer_settings", list(_of_producer(config, producer or {}))),
        ("consumer_settings", list(_of_consumer(config, consumer or {}))),
    ):
        if wrong:
            yield f"{key}: {'; '.join(wrong)}; remove it, or use other semantics than {semantics}"


def _of_producer(config: DeliveryConfig, settings: Mapping[str, str]) -> Iterator[str]:
    """Yield each setting that contradicts, and what would be right."""
    for name in ACKS:
        if name in settings and _acks(settings[name]) != config.acks:
            yield f"{name}: {settings[name]} contradicts acks: {config.acks}"
    if not config.idempotence:
        return
    if settings.get("enable.idempotence", "true").lower() == "false":
        yield "enable.idempotence: false contradicts idempotence: true"
    if settings.get("retries") == "0":
        yield "retries: 0 contradicts idempotence: true"


def _of_consumer(config: DeliveryConfig, settings: Mapping[str, str]) -> Iterator[str]:
    level = settings.get("isolation.level", config.isolation_level)
    if level.lower() != config.isolation_level:
        yield f"isolation.level: {level} contradicts isolation_level: {config.isolation_level}"


def _acks(value: str) -> str:
    return "all" if value.lower() in ALL else value
