"""The failure of tasks with a message for the user. Callbacks and pages show the message of the exception."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from airflow.sdk.exceptions import AirflowException, AirflowFailException, AirflowSkipException

Parameters = ParamSpec("Parameters")

Result = TypeVar("Result")


def fails_plainly(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Make a task end with the message of its error, if the message is for the user.

    Airflow logs a stack trace with every error; the message is the first error in the task's log. A task with
    retries is tried again if waiting may help, but not if only the user can help. If a task has no work
    because another task failed, it is skipped.
    """

    @wraps(function)
    def run(*arguments: Parameters.args, **keywords: Parameters.kwargs) -> Result:
        from include.tasks.user_errors import PASSING, TaskSkippedError, log, words_for_user

        try:
            return function(*arguments, **keywords)
        except TaskSkippedError as error:
            raise AirflowSkipException(str(error)) from None
        except Exception as error:
            if (words := words_for_user(error)) is None:
                raise
            log.error(words)
            raise (AirflowException if isinstance(error, PASSING) else AirflowFailException)(words) from None

    return run
