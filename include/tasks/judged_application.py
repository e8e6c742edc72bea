"""The experiment that judges the application that a form describes."""

from collections.abc import Mapping
from typing import Any

from include.plan.experiment import Experiment
from include.plan.judging.experiment_for_application import (
    FURTHER_SETTINGS,
    JudgedApplication,
    application_experiment,
)
from include.plan.overrides import Overrides


def experiment_of_form(form: Mapping[str, Any], overrides: Overrides) -> Experiment:
    """The experiment, as of ``kerran judge --application`` with options of these values.

    Raises:
        ExperimentError: The cells cannot have the settings, or the overrides do not fit the experiment.
    """
    further = {name: form[name] for name in FURTHER_SETTINGS if form.get(name) not in (None, "")}
    application = JudgedApplication(
        form.get("command") or "",
        form["promise"],
        form.get("environment") or {},
        further,
        form.get("image") or "",
    )
    return application_experiment(application, overrides)
