"""How a task fails with a message for the user, by exceptions whose message callbacks and pages show."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from airflow.sdk.exceptions import AirflowException, AirflowFailException, AirflowSkipException

Parameters = ParamSpec("Parameters")

Result = TypeVar("Result")


def fails_plainly(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Have a task end with the message of what went wrong.

    A task that has retries is tried again where waiting may help, and not where only the user can help. A
    task that another task's failure left without work is skipped.
    """

    @wraps(function)
    def run(*arguments: Parameters.args, **keywords: Parameters.kwargs) -> Result:
        from include.tasks.user_errors import TaskFailedError, TaskSkippedError

        try:
            return function(*arguments, **keywords)
        except TaskFailedError as error:
            raise (AirflowException if error.may_pass else AirflowFailException)(str(error)) from None
        except TaskSkippedError as error:
            raise AirflowSkipException(str(error)) from None

    return run
