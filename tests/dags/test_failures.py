import pytest
from airflow.sdk.exceptions import AirflowException, AirflowFailException, AirflowSkipException

from dags.wiring.failures import fails_plainly
from include.tasks.user_errors import TaskFailedError, TaskSkippedError


def failing(*, may_pass: bool) -> None:
    raise TaskFailedError("what happened", may_pass=may_pass)


@pytest.mark.parametrize(("may_pass", "expected"), [(True, AirflowException), (False, AirflowFailException)])
def test_a_task_is_tried_again_only_where_waiting_may_help(may_pass: bool, expected: type[Exception]) -> None:
    with pytest.raises(expected, match="what happened") as failed:
        fails_plainly(failing)(may_pass=may_pass)
    assert failed.type is expected


def test_a_task_that_a_failure_left_without_work_is_skipped() -> None:
    def skipping() -> None:
        raise TaskSkippedError("what happened before")

    with pytest.raises(AirflowSkipException, match="what happened before"):
        fails_plainly(skipping)()


def test_every_task_in_python_fails_plainly(dags: dict[str, object]) -> None:
    callables = [
        task.python_callable
        for dag in dags.values()
        for task in dag.tasks  # type: ignore[attr-defined]
        if hasattr(task, "python_callable")
    ]
    assert callables
    assert all(hasattr(function, "__wrapped__") for function in callables)
