"""Judge a user's own client settings: ``kerran judge``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rich.console import Console

from include.cli.console_text import say, saying
from include.cli.errors_and_exit_codes import BadRequestError, ExitCode, exit_on_error
from include.cli.plan import show
from include.cli.run_preparation import form_values, given_overrides, prepare
from include.clients.client_adapters import answer_of, prepare_clients
from include.kinds.cluster_kind import CLUSTER_KINDS
from include.load.client_choice import ClientChoice
from include.machine import folders
from include.machine.releases.versions import feature_of
from include.machine.settings import connection_variable
from include.machine.storage.atomic_write import check_storage
from include.plan.experiment import Experiment
from include.plan.judging.deployment import DEFAULT_LIMITS, Deployment, default_limits
from include.plan.judging.experiment_for_settings import EXPERIMENT, judging_experiment
from include.plan.judging.judge_files import Files, Judgement, judge_files
from include.plan.judging.possible_clients import possible_clients
from include.plan.judging.promise import PROMISE_WORDS
from include.plan.overrides import Overrides
from include.plan.plan import PLAN_FILE, Plan
from include.plan.planning import make_plan
from include.plan.run_id import new_run_id, validate_run_id
from include.plan.user_client_settings import Remark
from include.tasks.cell_preparation import check_cells
from include.tasks.planning import RunConflictError


@dataclass(frozen=True)
class OwnCluster:
    """What a user says about the cluster of the application."""

    limits_from: str = ""
    """The Airflow connection to it; empty if nothing is read from it."""
    topic: str = ""
    min_insync_replicas: int | None = None

    def deployment(
        self, overrides: Overrides, *, is_release_known: bool, may_connect: bool
    ) -> tuple[Deployment, str]:
        """What is known of the cluster, and a sentence on where its limits come from.

        Only a connection that the user names for this is used if ``may_connect`` is false.
        """
        release = overrides.release
        limits = default_limits(release) if release else DEFAULT_LIMITS
        brokers = feature_of(release) if release else None
        known = Deployment(self.min_insync_replicas, is_release_known, limits, brokers)
        of_run = overrides.placement.connection
        name = self.limits_from or (of_run if may_connect and of_run else "")
        if not name:
            if self.topic:
                raise BadRequestError(
                    f"--topic: {self.topic} is read from your own cluster; name its connection with "
                    "--limits-from"
                )
            return known, ""
        if not (self.limits_from or self.topic or connection_variable(name).is_set):
            return known, f"The limits of the brokers of {name} were not read: {limits.owner} are judged."
        (read_limits,) = (kind.limits() for kind in CLUSTER_KINDS.values() if kind.limits)
        found = read_limits(name, self.topic, known)
        return found, found.limits.note


def judge(
    files: Files,
    client: str,
    own_cluster: OwnCluster,
    run: str,
    override_values: Mapping[str, Any],
    spark: str,
    *,
    is_plan_only: bool,
) -> ExitCode:
    """Print the promise of a user's settings, and measure whether the promise is kept."""
    with exit_on_error("Interrupted; no process is left running."):
        console = Console(highlight=False)
        overrides = given_overrides(override_values)
        is_release_known = ClientChoice.parse(client).release is not None
        deployment, where_from = own_cluster.deployment(
            overrides, is_release_known=is_release_known, may_connect=not is_plan_only
        )
        clients = possible_clients(client)
        prepare_clients(clients, saying(console))
        judgement = judge_files(files, clients, answer_of, deployment)
        experiment = judging_experiment(judgement.judged, judgement.promise, judgement.baseline, overrides)
        plan = plan_to_judge(experiment, run, overrides)
        for line in [*filter(None, [where_from]), *judgement_lines(judgement), *_lines_of_others(judgement)]:
            say(console, line)
        return show_or_run(plan, overrides, spark, console, is_plan_only=is_plan_only)


def plan_to_judge(experiment: Experiment, run: str, overrides: Overrides) -> Plan:
    """The plan of an experiment that judges. If ``run`` is empty, a new name is generated."""
    run_id = validate_run_id(run) if run else new_run_id(EXPERIMENT, datetime.now(UTC))
    return make_plan(experiment, run_id, overrides.placement, overrides.conditions)


def show_or_run(
    plan: Plan, overrides: Overrides, spark: str, console: Console, *, is_plan_only: bool
) -> ExitCode:
    """Print a plan, or prepare what it needs and run it."""
    if is_plan_only:
        check_cells(plan)
        show(plan, console)
        return ExitCode.GOOD
    from include.cli.sweep import run_to_report  # only a run needs the libraries of its report

    _check_is_new(plan)
    prepare(plan, saying(console))
    return run_to_report(plan, form_values(plan, EXPERIMENT, overrides), spark, console)


def _check_is_new(plan: Plan) -> None:
    """Refuse the name of a run that exists."""
    check_storage(folders.RUNS)
    if (folders.RUNS / plan.run_id / PLAN_FILE).exists():
        raise RunConflictError(
            f"Run {plan.run_id} exists. To complete it: kerran sweep --run {plan.run_id}. For a new run, "
            "choose another name with --run."
        )


def judgement_lines(judgement: Judgement) -> Iterator[str]:
    """Yield lines on the user's settings: their promise, contradictions, and settings that no cell uses."""
    judged_settings = judgement.judged
    whose = f"{judged_settings.own_files} has settings of {judged_settings.client}."
    yield f"{whose} {judgement.recognition}".rstrip()
    yield from judged_settings.notes
    subject = (
        "The settings promise"
        if judged_settings.has_producer
        else "With an idempotent producer, the settings promise"
    )
    yield f"{subject} {PROMISE_WORDS[judged_settings.semantics]}."
    yield from _listed(judged_settings.deciding)
    if judged_settings.contradictions:
        yield "Settings that contradict the promise, or each other:"
        yield from _listed(judged_settings.contradictions)
    for role, settings in judgement.promise.roles.items():
        if settings.are_defaults:
            yield f"No setting of {judged_settings.files[role.value]} changes a default of the {role}."
    for left_out in judged_settings.left_out:
        yield f"Left out, because they {left_out.because}: {', '.join(left_out.settings)}."
    yield ""


def _lines_of_others(judgement: Judgement) -> Iterator[str]:
    """Yield the lines for each other client that the files may be for just as well."""
    for client, other in judgement.others.items():
        yield f"If the files are for {client}:"
        if isinstance(other, Judgement):
            yield from judgement_lines(other)
        else:
            yield from other.lines
            yield ""


def _listed(remarks: list[Remark]) -> Iterator[str]:
    for remark in remarks:
        yield f"  {remark.level}: {remark.text}"
