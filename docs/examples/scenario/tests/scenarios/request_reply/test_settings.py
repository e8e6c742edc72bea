from typing import Any

import pytest
from pydantic import ValidationError

from include.load.program_descriptions import LoadPrograms, Topics
from include.plan.load import load
from include.plan.planning import make_plan
from include.scenarios.request_reply.programs.jobs import ReplyReaderJob, ResponderJob
from include.scenarios.request_reply.settings import RequestReplySettings
from tests.load_programs import described_workload

TOPICS = Topics("requests", others=("replies",))


def settings(semantics: str = "at-least-once", **others: object) -> RequestReplySettings:
    return RequestReplySettings.model_validate({"semantics": semantics, **others})


def programs(**others: Any) -> LoadPrograms:
    return described_workload(settings(**others), topics=TOPICS).programs()


def test_the_experiment_has_a_cell_for_each_semantics_and_repetition() -> None:
    plan = make_plan(load("request-reply"), "run")
    assert [treatment.id for treatment in plan.treatments] == ["at-least-once", "exactly-once"]
    assert len(plan.cells) == 12
    assert {cell.settings.scenario for cell in plan.cells} == {"request_reply"}


def test_a_responder_replies_on_the_topic_that_the_reader_reads() -> None:
    cell_programs = programs(reply_bytes=64)
    (responder,), (reader,) = cell_programs.consumers, cell_programs.serving
    assert isinstance(responder.job, ResponderJob)
    assert isinstance(reader.job, ReplyReaderJob)
    assert (responder.job.topic, responder.job.output, responder.job.reply_bytes) == (
        "requests",
        "replies",
        64,
    )
    assert (reader.job.topic, reader.job.assigned) == ("replies", list(range(9)))


def test_responders_share_the_partitions() -> None:
    jobs = [program.job for program in programs(consumers=2, partitions=4).consumers]
    assert [job.assigned for job in jobs if isinstance(job, ResponderJob)] == [[0, 2], [1, 3]]


def test_requests_that_may_be_lost_are_refused() -> None:
    with pytest.raises(ValidationError, match="at-most-once allows the loss of requests"):
        settings("at-most-once")


def test_a_fault_of_a_consumer_is_refused() -> None:
    with pytest.raises(ValidationError, match="in a request-reply cell the consumers are responders"):
        settings(fault="kill-consumer", rate=100)
