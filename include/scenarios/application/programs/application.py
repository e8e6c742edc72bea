"""Start, watch and strike an application.

The program is ``python -m include.scenarios.application.programs.application <job file>``.
"""

from time import monotonic

from confluent_kafka import KafkaException

from include.load.client_failure import TopicOperation, client_failure
from include.load.events import EventKind, emit
from include.load.load_program import run_program
from include.load.signals import ProgramSignals
from include.machine.errors import UserError
from include.machine.processes.identity import AT_ONCE, end_all
from include.machine.processes.owner_mark import orphans
from include.scenarios.application.command import filled
from include.scenarios.application.programs.application_container import ApplicationContainer, container_name
from include.scenarios.application.programs.application_process import MOST_OUTPUT_BYTES, ApplicationProcess
from include.scenarios.application.programs.jobs import STATE_FOLDER, ApplicationJob, Blow
from include.scenarios.application.programs.probe import Probe
from include.scenarios.application.ready_made.registry import READY_MADE

WATCH_SECONDS = 0.02

BACKOFF_SECONDS = 1.0
"""The shortest time between two starts of an application that ends by itself."""

MOST_EXITS = 20


class Application:
    """Supervises an instance of the application, as an init system does.

    A signal to begin strikes it. A signal to resume restarts it in an orderly way, because it stands still.
    """

    def __init__(self, job: ApplicationJob, signals: ProgramSignals) -> None:
        self._job, self._signals = job, signals
        state = (job.folder / f"{job.name}.state").resolve()
        state.mkdir(exist_ok=True)
        command = READY_MADE[job.ready_made].command() if job.ready_made else job.command
        if job.settings_file:
            text = filled(job.settings_file.read_text(encoding="utf-8"), job.placeholders)
            copy = state / job.settings_file.name
            copy.touch(mode=0o600)  # it may contain secrets
            copy.write_text(text.replace(STATE_FOLDER, str(state)), encoding="utf-8")
        environment, output = job.environment, job.folder.resolve() / f"{job.name}.output"
        if job.image:
            self._process: ApplicationProcess = ApplicationContainer(
                job.image, command, environment, output, state, container_name(job), job.inherited
            )
        else:
            self._process = ApplicationProcess(
                [word.replace(STATE_FOLDER, str(state)) for word in command],
                {name: value.replace(STATE_FOLDER, str(state)) for name, value in environment.items()},
                output,
                job.working_folder or state,
            )
        self._struck = self._returned = self._exits = self._revived = 0

    def get_ready(self) -> None:
        """Start the application. The first instance waits until messages pass through it.

        Raises:
            UserError: The application does not start, ends, or lets no message through.
        """
        end_all(orphans, AT_ONCE)  # an earlier attempt at the cell may have been killed
        if self._job.blow is not Blow.JOIN:
            self._process.start()
        if self._job.index:
            return
        probe = Probe(self._job)
        try:
            deadline = monotonic() + self._job.start_seconds
            while not probe.has_passed():
                if self._process.has_ended:
                    raise UserError(
                        self._failure(f"{self._process.ending} before a message had passed through")
                    )
                if self._process.prints_too_much:
                    raise UserError(self._failure(f"printed more than {MOST_OUTPUT_BYTES // 2**20} MiB"))
                if monotonic() > deadline:
                    raise UserError(self._failure(probe.what_is_missing(self._job.start_seconds)))
                if self._signals.stopping:
                    return
            if problem := probe.what_is_too_much():
                raise UserError(self._failure(problem))
        except UserError:
            self._process.kill()
            self._process.hide_secrets()
            raise
        finally:
            probe.close()

    def run(self) -> None:
        """Strike the application when a signal says so, and start it again when it has ended.

        Raises:
            UserError: The application cannot be started again, or ends too often.
        """
        try:
            self._report()
            while not self._signals.stopping:
                if self._signals.begun and self._job.blow:
                    self._signals.begun = False
                    self._strike(self._job.blow)
                elif self._signals.resumed:
                    self._signals.resumed = False
                    self._revive()
                elif self._process.has_ended and not self._process.is_away:
                    self._take_exit()
                elif self._process.prints_too_much:
                    raise UserError(self._failure(f"printed more than {MOST_OUTPUT_BYTES // 2**20} MiB"))
                self._signals.wait(WATCH_SECONDS)
        finally:
            self._process.stop()
            self._process.hide_secrets()

    def counts(self) -> dict[str, int]:
        return {
            "starts": self._process.starts,
            "exits": self._exits,
            "struck": self._struck,
            "returned": self._returned,
            "revived": self._revived,
        }

    def leave(self) -> None:
        """Do nothing: the application has ended."""

    def _strike(self, blow: Blow) -> None:
        self._process.strike(blow)
        self._struck += 1
        self._report()
        if blow is Blow.FREEZE:
            self._wait(self._job.freeze_s)
            self._process.thaw()
        elif blow is not Blow.JOIN:
            self._start_again(self._job.restart_after_s)
        self._returned = self._struck
        self._report()

    def _revive(self) -> None:
        if self._process.is_away:
            return
        self._process.strike(Blow.STOP)
        self._revived += 1
        self._report()
        self._start_again(0)

    def _take_exit(self) -> None:
        """Count an exit that no fault has caused, and start the application again."""
        self._exits += 1
        if self._exits > MOST_EXITS:
            raise UserError(self._failure(f"{self._process.ending}, for the {self._exits}th time"))
        self._report()
        self._start_again(max(self._job.restart_after_s, BACKOFF_SECONDS))

    def _start_again(self, seconds: float) -> None:
        self._wait(seconds)
        if not self._signals.stopping:
            self._process.start()
            self._report()

    def _wait(self, seconds: float) -> None:
        until = monotonic() + seconds
        while not self._signals.stopping and (left := until - monotonic()) > 0:
            self._signals.wait(left)

    def _report(self) -> None:
        emit(EventKind.PROGRESS, counts=self.counts())

    def _failure(self, what: str) -> str:
        return f"the application {what}; the end of its output:\n{self._process.last_lines()}"


if __name__ == "__main__":
    run_program(
        Application,
        ApplicationJob,
        KafkaException,
        client_failure("application's probe", TopicOperation.READ),
    )
