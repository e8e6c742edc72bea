import time
from collections.abc import Callable


def wait_until(condition: Callable[[], bool], missing: str, patience: float = 30) -> None:
    """Wait until it holds; ``missing`` says what did not come."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{missing} within {patience:.0f} s")
        time.sleep(0.02)
