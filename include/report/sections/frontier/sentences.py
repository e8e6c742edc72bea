"""What is said of capacities: each of them, and which one is the common capacity."""

from include.rendering.blocks import Paragraph
from include.rendering.estimate import Estimate
from include.rendering.number_format import DASH, NO_BREAK, count
from include.rendering.words import enumerated
from include.report.sections.frontier.load_panels import LoadPanel


def capacity_paragraph(panel: LoadPanel) -> Paragraph:
    """The capacity of each treatment, the highest first, and the rates that are shares of the lowest."""
    known = panel.capacities
    found = [f"{capacity_text(line.capacity)} with {line.phrase}" for line in known]
    return Paragraph(
        f"With messages of {panel.context}, the highest rates that brokers and consumers sustain, in "
        f"messages/s, are {enumerated(found)}. Latencies are compared at the same rates for all of them: at "
        f"{_range([f'{share:g}' for share in panel.rates])}{NO_BREAK}% of the lowest capacity that the run "
        f"had found until then, which is {_range([*map(count, panel.rates.values())])} messages/s.",
        "Capacity",
    )


def _range(ascending: list[str]) -> str:
    return ascending[0] if len(ascending) == 1 else f"{ascending[0]} to {ascending[-1]}"


def capacity_text(capacity: Estimate | None) -> str:
    """A capacity with its interval, in whole messages per second: ``12,000 (11,000 to 13,000)``."""
    if capacity is None:
        return DASH
    between = f" ({count(capacity.low)} to {count(capacity.high)})" if capacity.has_interval else ""
    return count(capacity.median) + between
