"""Form fields that describe an application. Their texts and limits are those of the settings of cells."""

import re
from functools import cache
from typing import Any

from airflow.sdk import Param
from pydantic_core import PydanticUndefined

from dags.wiring.form_check import OF_USER
from dags.wiring.parameters import optional
from include.kinds.semantics.registry import SEMANTICS
from include.machine import settings
from include.plan.judging.experiment_for_application import QUIET_SECONDS
from include.plan.override_values import value_schema
from include.scenarios.application.ready_made.registry import READY_MADE
from include.scenarios.application.settings import ApplicationSettings

TITLES = {
    "application": "Ready-made application",
    "command": "Command",
    "image": "Image",
    "environment": "Environment variables",
    "inherited": "Inherited variables",
    "settings_file": "Settings file",
    "folder": "Folder",
    "instances": "Instances",
    "outputs_per_message": "Outputs for each message",
    "message": "Input message",
    "values": "Form of the input messages",
    "id_at": "Place of the id",
    "count_at": "Place of the count",
    "start_seconds": "Longest start",
    "quiet_seconds": "Longest time without an output",
    "restart_after_s": "Time until a restart",
}

DEFAULTS = {"quiet_seconds": QUIET_SECONDS}
"""The values of empty fields that differ from the defaults of the settings."""

NO_DEFAULTS = (None, "", PydanticUndefined)
"""The defaults that a description need not name, because they are empty too."""

PROMISE = Param(
    "at-least-once", type="string", enum=list(SEMANTICS), title="Promise", description="What it promises."
)


def application_fields() -> dict[str, Param]:
    """The fields by name. Those of an application of the user's own are there if forms are open."""
    hidden = () if settings.OPEN_FORMS.read() else OF_USER
    return {name: _field(name, title) for name, title in TITLES.items() if name not in hidden}


def _field(name: str, title: str) -> Param:
    schema = value_schema(_settings_schema(), name)
    kind, description = schema.pop("type"), _plain(schema.pop("description"))
    if name == "application":
        schema["enum"] = list(READY_MADE)
    if "enum" in schema:
        schema["enum"] = [None, *schema["enum"]]
    default = DEFAULTS.get(name, ApplicationSettings.model_fields[name].default)
    empty = "" if default in NO_DEFAULTS else f" Empty: {default}."
    return optional(kind, title, f"{description}{empty}", **schema)


def _plain(text: str) -> str:
    """The text of a docstring, for a form."""
    return re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text.replace("``", "")).replace("None:", "Empty:")


@cache
def _settings_schema() -> dict[str, Any]:
    return ApplicationSettings.model_json_schema()
