"""Keep what the job's processes don't need out of them; its interpreters live for seconds."""

import gc
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Absent(MetaPathFinder):
    """Says of one module that it isn't installed."""

    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        if fullname == self._name:
            raise ModuleNotFoundError(f"{fullname} is left out of this process", name=fullname)
        return None


def leave_pandas_out() -> None:
    """Make pandas look absent to this process, where nothing has imported it yet.

    PySpark's bridge to the JVM and pyarrow both import it when they are first given an argument, in case
    the argument belongs to it; here none does. It would cost each process half a second and 60 MiB.
    """
    sys.meta_path.insert(0, _Absent("pandas"))


@cache
def prepare_worker() -> None:
    """Settle a Python worker, on its first task.

    PySpark collects garbage after every task. What is imported by now stays; walking through it 300 times
    took two thirds of the workers' time.
    """
    leave_pandas_out()
    gc.freeze()
