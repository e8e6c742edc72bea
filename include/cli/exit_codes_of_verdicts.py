"""The exit codes of the verdicts on runs, for commands that judge runs."""

from collections.abc import Iterable, Mapping

from include.cli.errors_and_exit_codes import ExitCode
from include.report.run_verdict import Result, RunVerdict

CODE_OF_RESULT: Mapping[Result, ExitCode] = {
    Result.BROKEN: ExitCode.BROKEN,
    Result.WORSE: ExitCode.WORSE,
    Result.INCOMPLETE: ExitCode.FAILED,
    Result.INCONCLUSIVE: ExitCode.INCONCLUSIVE,
    Result.GOOD: ExitCode.GOOD,
}
"""The exit codes of the verdicts on runs, the worst verdict first."""


def code_of(verdict: RunVerdict | None) -> ExitCode:
    """The exit code for the verdict on a run. A run that was not judged counts as good."""
    return CODE_OF_RESULT[verdict.result] if verdict else ExitCode.GOOD


def gravest(codes: Iterable[ExitCode]) -> ExitCode:
    """The exit code of the worst of several runs."""
    return min(codes, key=list(CODE_OF_RESULT.values()).index, default=ExitCode.GOOD)
