"""The stages into which a message's time is divided; ``stages.toml`` describes the stages."""

STAGES = ("hand_over", "acknowledgement", "open_transaction", "commit", "visibility", "receipt")
"""The stages, in the order in which a message passes through them."""


def stage_metric(stage: str, statistic: str) -> str:
    """The name of a metric of a stage, which is also the name of the column: ``stage_commit_p95``."""
    return f"stage_{stage}_{statistic}"
