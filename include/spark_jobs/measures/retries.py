"""Count the requests that clients repeated, and the programs that supervisors replaced."""

from include.kinds.client_releases import client_of
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column. Each is the sum of the programs' counts with the same name.

    If the client does not count repeated requests, ``requests_retried`` is left out instead of set to 0.
    """
    client = cell.settings.traits.delivery.client
    names = ["requests_retried"] if client is None or client_of(client).counts_retries else []
    return {name: cell.manifest.counted(name) or 0 for name in [*names, "replaced"]}
