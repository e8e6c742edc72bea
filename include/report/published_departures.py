"""In what a run departs from a published experiment: everything that may change a figure."""

from collections.abc import Iterator, Mapping

from include.matrix.plan import Plan
from include.rawlog.manifest import Manifest
from include.report.measured_run import MeasuredRun
from include.report.published import PublishedFigures
from include.report.treatments import level_text, setting_phrase
from include.scenarios.clients.registry import DEFAULT_CLIENT, client_of

KRAFT_SETTING = "process.roles"
"""A setting that only brokers without ZooKeeper have."""


def departures(run: MeasuredRun, published: PublishedFigures) -> list[str]:
    """Every departure, as the end of a sentence: settings, brokers, machine, and what Kerran always does."""
    manifest = next(iter(run.manifests.values()), None)
    return [
        *setting_departures(run.plan, published.settings),
        *(_of_brokers(manifest, published) if manifest else ()),
        *published.departures,
        *(text for client in _clients(run.plan) for text in published.departures_of_clients.get(client, ())),
    ]


def _clients(plan: Plan) -> dict[str, None]:
    """The names of the clients of the plan's cells."""
    levels = (str(getattr(one.settings, "client", DEFAULT_CLIENT)) for one in plan.treatments)
    return dict.fromkeys(client_of(level).name for level in levels)


def setting_departures(plan: Plan, published: Mapping[str, float]) -> Iterator[str]:
    """Yield the settings that are not those of the published experiment, as ends of a sentence.

    Args:
        plan: The plan of the run.
        published: The settings of the published experiment that are not the defaults.
    """
    differing: dict[str, set[str]] = {}
    for treatment in plan.treatments:
        fields = type(treatment.settings).model_fields
        for name, level in treatment.settings:
            default = fields[name].get_default(call_default_factory=True, validated_data={})
            expected = published.get(name, default)
            if name not in treatment.settings.naming_factors and level != expected:
                differing.setdefault(name, set()).add(level_text(level))
    for name, levels in differing.items():
        yield f"cells have {setting_phrase(name, ' and '.join(sorted(levels)))}"


def _of_brokers(manifest: Manifest, published: PublishedFigures) -> Iterator[str]:
    cluster, host = manifest.cluster, manifest.host
    if cluster.release != published.release:
        yield f"brokers are of Kafka {cluster.release}; the published ones were of {published.release}"
    if published.uses_zookeeper and KRAFT_SETTING in cluster.settings:
        yield "brokers keep their metadata in KRaft; the published ones had three nodes of ZooKeeper"
    if cluster.kind != published.cluster:
        yield f"the cluster is {cluster.kind}; the published brokers were containers of Docker Compose"
    if host.cores != published.cores:
        yield f"brokers and clients have {host.cores} cores; the published ones shared {published.cores}"
    own = {name: text for name, text in cluster.settings.items() if isinstance(text, str) and "." in name}
    if own:
        settings = ", ".join(f"`{name}={text}`" for name, text in own.items())
        yield f"Kerran sets these settings of the brokers: {settings}"
