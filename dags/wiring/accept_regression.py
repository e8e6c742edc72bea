"""The task that asks a person whether to accept a candidate that is worse."""

from datetime import timedelta
from typing import Any

from airflow.providers.standard.operators.hitl import HITLOperator
from airflow.sdk import Context, Param

from dags.wiring.failures import fails_plainly
from dags.wiring.notify import REASONS, Alert
from dags.wiring.parameters import ACCEPT_WITHIN_HOURS
from plugins.report_app import framed

ACCEPT, REJECT = "Accept", "Reject"

REASON = "reason"


class AcceptRegression(HITLOperator):
    """Waits until a person accepts or rejects the regressions of a run, if the form requires it.

    The task waits outside of workers, without a triggerer, after the clusters are stopped. A time-out
    rejects. The task always succeeds; check_verdict fails the run unless the regression was accepted.
    """

    template_fields = (*HITLOperator.template_fields, "run_name")

    def __init__(self, *, run_name: str, **arguments: Any) -> None:  # noqa: ANN401 - as Airflow has them
        reason = Param("", type="string", title="Reason", description="Why the regression is accepted.")
        arguments["params"] = {REASON: reason}  # instead of the form of the DAG, which Airflow passes
        super().__init__(
            subject="A candidate is worse than the baseline. Accept the regression?",
            options=[ACCEPT, REJECT],
            defaults=REJECT,
            response_timeout=timedelta(hours=1),  # replaced by the form's when the task runs
            notifiers=[Alert()],
            **arguments,
        )
        self.run_name = run_name

    @fails_plainly
    def execute(self, context: Context) -> None:
        """Ask, and wait for the answer."""
        from include.tasks import verdict
        from include.tasks.user_errors import TaskSkippedError

        hours = context["params"][ACCEPT_WITHIN_HOURS]
        if hours is None:
            raise TaskSkippedError("Nobody is asked: the form gives no time for it.")
        regressions = verdict.acceptable_regressions(self.run_name)
        page_address = framed(f"/runs/{self.run_name}/report/index.html")
        self.response_timeout = timedelta(hours=hours)
        self.body = "\n\n".join(
            (
                *regressions,
                f"[The report]({page_address})",
                f"Accepting needs a reason, which later comparisons show with your name. Without an answer "
                f"within {hours:g} hours it is rejected.",
            )
        )
        page = self.generate_link_to_ui_from_context(context=context)
        request = f"It may be accepted within {hours:g} hours, with a reason: {page}"
        context["ti"].xcom_push(key=REASONS, value=[*regressions, request])
        super().execute(context)

    @fails_plainly
    def execute_complete(self, context: Context, event: dict[str, Any]) -> None:
        """Store the answer. An answer without a valid reason is refused, and the question is asked again."""
        from include.tasks import verdict

        (choice,), person = event["chosen_options"], event["responded_by_user"]
        if person is None:
            self.log.info("Nobody answered in time: the regression is rejected.")
        elif choice == REJECT:
            self.log.info("The regression was rejected by %s.", person["name"])
        else:
            reason = (event["params_input"] or {}).get(REASON)
            try:
                verdict.accept(self.run_name, person["name"], event["responded_at"], reason or "")
            except verdict.RefusedReasonError as error:
                self.log.error("The answer is refused, and the question is asked again. %s", error)
                self.execute(context)
