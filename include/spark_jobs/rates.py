"""Events per second."""

from include.spark_jobs.arrays import Numbers


def rate(events: int, seconds: float) -> float:
    """Events per second; NaN where no time passed."""
    return events / seconds if seconds > 0 else float("nan")


def rate_between(times_ns: Numbers) -> float:
    """Events per second between the first and the last of the times, which are in ns and in any order."""
    seconds = (int(times_ns.max()) - int(times_ns.min())) / 1e9 if times_ns.size else 0.0
    return rate(times_ns.size - 1, seconds)
