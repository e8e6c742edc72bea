from unittest.mock import Mock

import pytest

from include.cli import app
from kerran.command import main


def test_the_command_without_the_packages_of_workers_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "main", Mock(side_effect=ModuleNotFoundError(name="scipy")))
    with pytest.raises(SystemExit, match=r"the package scipy\. .* pip install 'kerran\[workers\]'"):
        main()
