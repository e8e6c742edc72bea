"""The time of the whole `make sweep`. The environment is set up before."""

import subprocess
import sys
from datetime import datetime
from pathlib import Path
from time import monotonic

from bench.goals import at_most
from include.machine.folders import ROOT, RUNS, work_folder

MOST_SECONDS = 300


def run() -> tuple[Path, str]:
    """Run the default sweep; return its run folder, and a Markdown section.

    Raises:
        CalledProcessError: The sweep ends with an exit code other than 0.
    """
    run_id = f"bench-{datetime.now():%Y%m%dT%H%M%S}"
    began = monotonic()
    subprocess.run([sys.executable, "-m", "include.cli", "sweep", "--run", run_id], cwd=ROOT, check=True)
    seconds = monotonic() - began
    figure = f"**{seconds:.0f} s** {at_most(seconds, MOST_SECONDS)}"
    return work_folder(RUNS / run_id), f"## A whole sweep\n\n`make sweep` (cost), set up before: {figure}."
