from pathlib import Path
from types import SimpleNamespace

import pyarrow.parquet as pq
import pytest
from confluent_kafka import OFFSET_END, KafkaError, KafkaException, TopicPartition

from include.consumers import observer as program
from include.consumers.observer import VisibilityObserver
from include.load.job import VisibilityJob
from tests.load.fakes import FakeSignals
from tests.load.jobs import job_of

Answer = list[int] | KafkaException
FAILED = -1001
"""In the place of an offset: the partition has an error."""


class FakeClient:
    """Gives one answer to each question, and tells the program to stop with the last but one."""

    def __init__(self, signals: FakeSignals, *answers: Answer) -> None:
        self._signals, self._answers = signals, list(answers)

    def list_topics(self, topic: str, timeout: float) -> None:
        pass

    def offsets_for_times(self, question: list[TopicPartition], timeout: float) -> list[SimpleNamespace]:
        answer = self._answers.pop(0)
        if len(self._answers) == 1:
            self._signals.stop()
        if isinstance(answer, KafkaException):
            raise answer
        assert {position.offset for position in question} == {OFFSET_END}
        return [SimpleNamespace(offset=offset, error=offset == FAILED) for offset in answer]

    def close(self) -> None:
        pass


def observed(folder: Path, monkeypatch: pytest.MonkeyPatch, *answers: Answer) -> VisibilityObserver:
    """An observer of two partitions that has received these answers."""
    signals = FakeSignals()
    monkeypatch.setattr(program, "Consumer", lambda _settings: FakeClient(signals, *answers))
    observer = VisibilityObserver(job_of(VisibilityJob, folder=folder, partitions=2, interval_ms=10), signals)
    observer.get_ready()
    observer.run()
    return observer


def test_each_answer_is_a_row_for_each_partition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    observed(tmp_path, monkeypatch, [0, 3], [4, 5])
    rows = pq.read_table(tmp_path / "visibility.parquet").to_pylist()
    assert [(row["partition"], row["offset"]) for row in rows] == [(0, 0), (1, 3), (0, 4), (1, 5)]
    assert rows[0]["asked_ns"] == rows[1]["asked_ns"] <= rows[1]["answered_ns"] <= rows[2]["asked_ns"]
    observer = observed(tmp_path, monkeypatch, [0, 0], [1, 1], [9, 9])
    assert observer.table()["offset"].to_pylist()[-2:] == [9, 9]


@pytest.mark.parametrize("failure", [KafkaException(KafkaError(KafkaError._TIMED_OUT)), [1, FAILED]])
def test_a_question_without_an_answer_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Answer
) -> None:
    observer = observed(tmp_path, monkeypatch, [0, 0], failure, [1, 1])
    assert observer.counts() == {"answered": 2, "unanswered": 1}
    assert observer.table()["offset"].to_pylist() == [0, 0, 1, 1]
