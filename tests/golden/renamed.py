"""What was captured before names changed, with the present names."""

from typing import Any

from tests.renames import current, current_settings

Captured = dict[str, Any]


REMOVED_FIELDS = ("tells_receipts",)
"""Fields of jobs that no longer exist."""


def renamed(golden: Captured) -> Captured:
    """A whole experiment, with the present names."""
    treatments = {name: renamed_treatment(one) for name, one in golden["treatments"].items()}
    return golden | {"treatments": treatments}


def renamed_treatment(golden: Captured) -> Captured:
    scenario = golden["settings"]["scenario"]
    programs = {
        name: renamed_program(with_content(one, golden["settings"]))
        for name, one in golden["programs"].items()
    }
    return golden | {
        "factors": with_present_scenario(current_settings(golden["factors"], scenario)),
        "settings": with_later_settings(
            with_present_scenario(current_settings(golden["settings"], scenario))
        ),
        "programs": programs,
        "facts": renamed_facts(golden["facts"]),
    }


def with_present_scenario(settings: Captured) -> Captured:
    if "scenario" not in settings:
        return settings
    return settings | {"scenario": current("scenario", settings["scenario"])}


def with_later_settings(settings: Captured) -> Captured:
    """Settings with those that were added since they were captured, as the captured settings meant them."""
    added: Captured = {"visibility_ms": None, "transaction_messages": None, "abort_percent": 0}
    of_clients = added | {"socket_timeout_ms": None} if "acks" in settings else {}
    of_client = {"client": "librdkafka"} if settings["scenario"] in ("delivery", "copy") else {}
    later = ("transaction_version", "configuration", "producer_settings", "consumer_settings")
    struck: Captured = {
        "partitioning": "sticky",
        "unacknowledged_messages": None,
        "strike": [],
        "variant": None,
    }
    of_delivery = dict.fromkeys(later) | struck if settings["scenario"] == "delivery" else {}
    of_faults = {"fault_release": None, "loss_direction": "outgoing"} if "fault_share" in settings else {}
    of_distance = {"round_trip_ms": 0.0, "broker_round_trip_ms": None} if "rate" in settings else {}
    return of_clients | of_client | of_delivery | of_faults | of_distance | with_load(settings)


def with_load(settings: Captured) -> Captured:
    """Settings that were captured before cells ended by time, with the times that they meant."""
    return {"seconds": None, "lead_in_seconds": 0.0} | settings


def with_content(golden: Captured, settings: Captured) -> Captured:
    """A program that was captured when only consumers that process knew the content of messages."""
    job = golden["job"]
    if "assigned" not in job:
        return golden
    content = {
        "message_bytes": settings["message_bytes"],
        "filler": settings["filler"],
        "filler_seed": job["cell"],
        "transformed": False,
    }
    return golden | {"job": content | job}


def renamed_program(golden: Captured) -> Captured:
    jobs: Captured = {key: renamed_job(job) for key, job in golden.items() if key != "module"}
    return jobs | {"module": current("module", golden["module"])}


def renamed_job(golden: Captured) -> Captured:
    added: Captured = {}
    if "transaction_ms" in golden:
        added = {
            **{"sending_seconds": None, "untimed_messages": 0, "untimed_seconds": 0.0},
            **{"transaction_messages": None, "abort_percent": 0},
            **{"unacknowledged_messages": None, "partitioning": "sticky"},
        }
    present = {key: value for key, value in golden.items() if key not in REMOVED_FIELDS}
    return added | {current("job field", key): value for key, value in present.items()}


def renamed_facts(golden: Captured) -> Captured:
    metrics = {
        key: [current("metric", name) for name in golden[key]] for key in ("promises", "compared_quantities")
    }
    if "phantom" in metrics["promises"]:
        metrics["promises"] = sorted({*metrics["promises"], "corrupted"})
    cases = [current("documented case", name) for name in golden["documented_cases"]]
    needs = [[current("capability", need), *asked] for need, *asked in golden["needs"]]
    return golden | metrics | {"documented_cases": cases, "needs": needs}
