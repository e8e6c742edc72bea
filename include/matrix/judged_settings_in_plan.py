"""The part of a plan about a user's settings: their promise, what contradicts it, and what is left out."""

from pydantic import BaseModel

from include.scenarios.clients.registry import ClientLevel


class _Model(BaseModel, extra="forbid", frozen=True):
    """The base of the models of judged settings."""


class Remark(_Model):
    """The meaning of a setting, or of its default, for the promise."""

    setting: str
    value: str
    is_unset: bool
    """Whether the file does not contain the setting, so that the value is the client's default."""
    text: str

    @property
    def level(self) -> str:
        """The setting with its value: ``acks=1``, ``enable.auto.commit=true (not set)``."""
        return f"{self.setting}={self.value}{' (not set)' if self.is_unset else ''}"


class LeftOut(_Model):
    """Those settings of the files that the cells leave out. Their values are recorded nowhere."""

    settings: list[str]
    because: str
    """The reason, as the end of a sentence about these settings."""


class JudgedSettings(_Model):
    """A user's settings, and what follows from them without a measurement."""

    name: str
    """The level of ``configuration`` of the treatments that have the settings."""
    baseline: str
    """The level of ``configuration`` of the treatment with which the settings are compared."""
    files: dict[str, str]
    """The files by their purpose: producer, consumer, baseline."""
    client: ClientLevel
    semantics: str
    """What the settings of the producer promise."""
    min_insync_replicas: int
    """The ``min.insync.replicas`` of the topics in the cells."""
    deciding: list[Remark]
    """The settings that determine the promise."""
    contradictions: list[Remark]
    """The settings that contradict the promise."""
    passed: dict[str, dict[str, str]]
    """The settings that each client has from the files, by the role of the client."""
    left_out: list[LeftOut]

    @property
    def has_producer(self) -> bool:
        """Whether there is a producer's file. Otherwise, the cells have Kerran's idempotent producer."""
        return "producer" in self.files

    @property
    def own_files(self) -> str:
        """The files with the user's settings: ``producer.properties with consumer.properties``."""
        names = (name for purpose, name in self.files.items() if purpose != "baseline")
        return " with ".join(dict.fromkeys(names))

    @property
    def baseline_words(self) -> str:
        """How a sentence names the baseline of the costs."""
        return self.files.get("baseline", "the client's defaults")
