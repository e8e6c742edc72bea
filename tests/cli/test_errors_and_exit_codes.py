import httpx
import pytest
import typer

from include.cli.errors_and_exit_codes import ExitCode, exit_on_error
from include.machine.errors import AirflowError, UserError


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UserError("acks: 2"), ExitCode.BAD_REQUEST),
        (AirflowError("it ended"), ExitCode.FAILED),
        (httpx.ConnectError("refused"), ExitCode.FAILED),
        (KeyboardInterrupt(), ExitCode.INTERRUPTED),
    ],
)
def test_an_error_ends_the_command_with_its_exit_code(error: BaseException, code: ExitCode) -> None:
    with pytest.raises(typer.Exit) as ended, exit_on_error():
        raise error
    assert ended.value.exit_code == code


def test_an_error_of_the_program_itself_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), exit_on_error():
        raise ZeroDivisionError
