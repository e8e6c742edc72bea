"""Whether a measured figure reaches its goal."""


def at_most(value: float, limit: float, form: str = "{}") -> str:
    """``of at most 12 (reached)``: the goal of a figure that should be small, and whether it is reached."""
    return f"of at most {form.format(limit)} ({_verdict(is_reached=value <= limit)})"


def at_least(value: float, limit: float, form: str = "{}") -> str:
    """``of at least 12 (reached)``: the goal of a figure that should be large, and whether it is reached."""
    return f"of at least {form.format(limit)} ({_verdict(is_reached=value >= limit)})"


def _verdict(*, is_reached: bool) -> str:
    return "reached" if is_reached else "missed"
