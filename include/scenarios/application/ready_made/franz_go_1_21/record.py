"""The program with franz-go, with the last release before 1.21.4, which mended much in its transactions."""

from pathlib import Path

from include.scenarios.application.ready_made.franz_go.record import FranzGoCopier

RECORD = FranzGoCopier(name="franz-go-1-21", modules=Path(__file__).parent / "go.mod")
