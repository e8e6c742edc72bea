"""The part of a plan about a user's settings: the promise, the contradictions, and the settings left out."""

from pydantic import BaseModel

from include.kinds.client_releases import ClientLevel


class _Model(BaseModel, extra="forbid", frozen=True):
    """The base of the models of judged settings."""


class Remark(_Model):
    """A remark on the effect of a setting, or of its default, on the promise."""

    setting: str
    value: str
    is_unset: bool
    """Whether the setting is missing in the file, so that the value is the client's default."""
    set_by: str = ""
    """The framework that sets the value, in words; empty if the file does, or if nobody does."""
    text: str

    @property
    def level(self) -> str:
        """The setting with its value: ``acks=1``, ``enable.auto.commit=true (not set)``."""
        whose = "not set" if self.is_unset else f"set by {self.set_by}" if self.set_by else ""
        return f"{self.setting}={self.value}{f' ({whose})' if whose else ''}"


class LeftOut(_Model):
    """Settings that are in the user's files but not used by the cells. Their values are not recorded."""

    settings: list[str]
    because: str
    """The reason why the settings are left out, as the end of a sentence."""


class JudgedSettings(_Model):
    """A user's settings, and what follows from them without a measurement."""

    name: str
    """The level of the factor ``configuration`` in the treatments with the user's settings."""
    baseline: str
    """The level of the factor ``configuration`` in the treatment with which the user's settings are
    compared."""
    files: dict[str, str]
    """The files by their purpose: producer, consumer, baseline."""
    notes: list[str] = []
    """Sentences on how the files were read, and on what their frameworks set and do."""
    client: ClientLevel
    semantics: str
    """The semantics that the producer's settings promise."""
    min_insync_replicas: int
    """The ``min.insync.replicas`` of the topics in the cells."""
    deciding: list[Remark]
    """The settings that determine the promise."""
    contradictions: list[Remark]
    """The settings that contradict the promise."""
    passed: dict[str, dict[str, str]]
    """The settings that each client gets from the files, by the role of the client."""
    left_out: list[LeftOut]

    @property
    def has_producer(self) -> bool:
        """Whether the user gave a file for the producer. If not, the cells have an idempotent producer."""
        return "producer" in self.files

    @property
    def own_files(self) -> str:
        """The names of the user's files as a phrase: ``producer.properties with consumer.properties``."""
        names = (name for purpose, name in self.files.items() if purpose != "baseline")
        return " with ".join(dict.fromkeys(names))

    @property
    def baseline_words(self) -> str:
        """The name of the baseline for the costs, for use in a sentence."""
        return self.files.get("baseline", "the client's defaults")
