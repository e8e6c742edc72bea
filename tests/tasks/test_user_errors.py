import errno

import pytest

from include.errors import PlatformError, UnreachableError
from include.storage.errors import StorageError
from include.tasks.user_errors import TaskFailedError, user_errors


class MistakeError(ValueError):
    """A mistake of the user."""


@pytest.mark.parametrize(
    ("error", "may_pass"),
    [
        (MistakeError("what happened"), False),
        (OSError(errno.ENOSPC, "No space left", "what happened"), False),
        (StorageError("what happened"), True),
        (UnreachableError("what happened"), True),
        (PlatformError("what happened"), False),
    ],
)
def test_to_wait_may_help_where_something_does_not_answer(error: Exception, may_pass: bool) -> None:
    with (
        pytest.raises(TaskFailedError, match="what happened") as ended,
        user_errors(MistakeError, PlatformError),
    ):
        raise error
    assert ended.value.__suppress_context__
    assert ended.value.may_pass is may_pass


def test_the_first_error_in_the_log_of_a_task_is_the_message(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(TaskFailedError), user_errors(MistakeError):
        raise MistakeError("what happened")
    assert [record.getMessage() for record in caplog.records] == ["what happened"]


def test_an_error_of_the_program_itself_keeps_its_stack_trace() -> None:
    with pytest.raises(ZeroDivisionError), user_errors(MistakeError):
        raise ZeroDivisionError
