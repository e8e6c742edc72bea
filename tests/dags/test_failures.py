import errno
from typing import Any

import pytest
from airflow.sdk.exceptions import AirflowException, AirflowFailException, AirflowSkipException

from dags.wiring.failures import fails_plainly
from include.machine.errors import PlatformError, UnreachableError, UserError
from include.machine.storage.object_store_errors import StorageError
from include.tasks.user_errors import TaskSkippedError


def failing(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (UserError("what happened"), AirflowFailException),
        (OSError(errno.ENOSPC, "No space left", "what happened"), AirflowFailException),
        (StorageError("what happened"), AirflowException),
        (UnreachableError("what happened"), AirflowException),
        (PlatformError("what happened"), AirflowFailException),
    ],
)
def test_a_task_is_tried_again_only_where_waiting_may_help_and_its_first_error_is_the_message(
    error: Exception, expected: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(expected, match="what happened") as failed:
        fails_plainly(failing)(error)
    assert failed.type is expected
    assert failed.value.__suppress_context__
    assert "what happened" in caplog.records[0].getMessage()


@pytest.mark.parametrize("error", [ZeroDivisionError(), OSError(errno.EACCES, "Permission denied", "a file")])
def test_an_error_of_the_program_itself_keeps_its_stack_trace(error: Exception) -> None:
    with pytest.raises(type(error)):
        fails_plainly(failing)(error)


def test_a_task_that_a_failure_left_without_work_is_skipped() -> None:
    with pytest.raises(AirflowSkipException, match="what happened before"):
        fails_plainly(failing)(TaskSkippedError("what happened before"))


def test_every_task_in_python_fails_plainly(dags: dict[str, Any]) -> None:
    tasks = [task for dag in dags.values() for task in dag.tasks]
    callables = [task.python_callable for task in tasks if hasattr(task, "python_callable")]
    assert callables
    assert all(hasattr(function, "__wrapped__") for function in callables)
