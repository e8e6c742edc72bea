"""Import one module of the project with a change, which no file contains."""

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutations.changes import changed
from tests.mutations.mutants import ROOT, Mutant


class ChangedLoader(SourceFileLoader):
    """Compiles a module with a change."""

    def __init__(self, name: str, path: str, index: int) -> None:
        super().__init__(name, path)
        self._index = index

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module, never from a file of compiled code."""
        source = Path(self.path).read_text(encoding="utf-8")
        return compile(changed(source, self._index), self.path, "exec")


class ChangedFinder(MetaPathFinder):
    """Finds the module of a mutant before Python finds it without the change."""

    def __init__(self, mutant: Mutant) -> None:
        self._index, self._path = mutant.index, str(ROOT / mutant.file)
        self._name = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of the changed module; None for every other."""
        if name != self._name:
            return None
        return spec_from_file_location(name, self._path, loader=ChangedLoader(name, self._path, self._index))
