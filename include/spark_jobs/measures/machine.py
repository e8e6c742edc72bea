"""Measure what else took the CPU of the machine."""

from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; empty if the manifest does not contain the cell's time."""
    machine = cell.manifest.machine
    capacity = machine.seconds * cell.manifest.host.cores
    if not capacity:
        return {}
    are_others_visible = machine.cpu_brokers > 0 and not cell.settings.traits.disturbance.faults
    return {
        "hypervisor_share": machine.cpu_steal / capacity,
        "others_share": machine.cpu_others / capacity if are_others_visible else None,
    }
