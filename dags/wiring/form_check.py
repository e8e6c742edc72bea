"""The values that a form may have. The first task checks them, because a request may have any values."""

from collections.abc import Mapping
from typing import Any

from airflow.sdk.exceptions import AirflowFailException

OF_USER = ("command", "image", "environment", "inherited", "settings_file", "folder")
"""The fields that describe an application of the user's own, which may run any program on a worker."""


def check_form(experiment: str | None, form: Mapping[str, Any]) -> None:
    """Check that the form names no file of an experiment, no application of the user's own, and no image.

    If these are permitted, nothing is checked. ``experiment`` is None if the form describes an application.

    Raises:
        AirflowFailException: A value is not permitted. The message has the line that permits it.
    """
    from include.kinds.registry import did_you_mean
    from include.machine import settings
    from include.plan.load import names

    if settings.OPEN_FORMS.read():
        return
    defaults = {"baseline": settings.BASELINE.read(), "candidate": settings.CANDIDATE.read()}
    values = {name: form.get(name) or "" for name in ("kafka_image", "baseline", "candidate")}
    images = [
        name for name, text in values.items() if text != defaults.get(name, "") and _is_image(name, text)
    ]
    own = [name for name in OF_USER if form.get(name)]
    if own:
        refusal = f"{own[0]}: is of an application of your own, and forms accept only ready-made ones."
    elif experiment is not None and experiment not in names():
        hint = did_you_mean(experiment, names()) or "."
        refusal = f"There is no experiment {experiment}, and forms accept no files{hint}"
    elif images:
        refusal = f"{images[0]}: {values[images[0]]} names an image, which forms do not accept."
    else:
        return
    raise AirflowFailException(
        f"{refusal} Put an experiment of yours into a folder that the variable KERRAN_EXPERIMENTS names, or "
        "set KERRAN_OPEN_FORMS=yes, for all of Airflow's components."
    )


def _is_image(name: str, text: str) -> bool:
    """Whether a field names a container image: ``kafka_image`` does, and the text of an arm may."""
    from include.plan.arm_parsing import parse_arm

    return bool(text) and (name == "kafka_image" or "image" in parse_arm(name, text))
