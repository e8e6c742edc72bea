"""Compute the Spark job's results with pandas: python bench/aggregate_pandas.py <run folder> <output>."""

import sys
from pathlib import Path
from typing import Any

import pandas as pd

from bench.raw_logs import check
from include.rawlog.cells_and_results_of_run import sealed_cells

PERCENTILES = [0.5, 0.9, 0.95, 0.99, 0.999, 1.0]


def measure(folder: Path) -> dict[str, Any]:
    """Measure one cell with the usual operations of data frames."""
    manifest = check(folder)
    sent = pd.read_parquet(folder / "sent.parquet")
    received = pd.read_parquet(folder / "received.parquet")
    acked = sent[sent["outcome"] == "acked"]
    firsts = received.drop_duplicates("id").merge(sent[["id", "created_ns"]], on="id")
    transactions = pd.read_parquet(folder / "transactions.parquet").query("outcome == 'committed'")
    latest = firsts.groupby("partition")["id"].cummax()
    size = int(manifest.cell.settings["message_bytes"])
    begun = sent["created_ns"].min()
    return {
        "cell": manifest.cell.id,
        "treatment": manifest.cell.treatment,
        **_span("broker", acked["acked_ns"] - acked["created_ns"], acked["acked_ns"].max() - begun, size),
        **_span(
            "consumer",
            firsts["received_ns"] - firsts["created_ns"],
            firsts["received_ns"].max() - begun,
            size,
        ),
        "sent": len(sent),
        **{outcome: int((sent["outcome"] == outcome).sum()) for outcome in ("acked", "failed", "unknown")},
        "received": len(received),
        "lost": int((~acked["id"].isin(received["id"])).sum()),
        "duplicated": int(received["id"].duplicated().sum()),
        "out_of_order": int((firsts["id"] < latest).sum()),
        "transactions": len(transactions),
        "transaction_time": (transactions["commit_called_ns"] - transactions["begun_ns"]).median() / 1e6,
        "transaction_messages": transactions["messages"].median(),
        "commit_latency": (transactions["ended_ns"] - transactions["commit_called_ns"]).median() / 1e6,
    }


def _span(name: str, latencies: pd.Series, nanoseconds: float, message_bytes: int) -> dict[str, float]:
    seconds = nanoseconds / 1e9
    quantiles = latencies.quantile(PERCENTILES) / 1e6
    return {
        f"{name}_mean": latencies.mean() / 1e6,
        **{f"{name}_{at}": value for at, value in zip(PERCENTILES, quantiles, strict=True)},
        f"{name}_time": seconds,
        f"{name}_rate": len(latencies) / seconds,
        f"{name}_throughput": len(latencies) * message_bytes / 1048576 / seconds,
        f"{name}_negative": int((latencies < 0).sum()),
    }


def main(run: str, output: str) -> None:
    """Measure the cells of a run, one after another, and write one row for each cell."""
    cells = pd.DataFrame([measure(Path(str(folder))) for folder in sealed_cells(Path(run))])
    cells.to_parquet(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
