"""The image of the load programs that are Python modules."""

from include.containers.images import Image
from include.folders import ROOT

IMAGE_SOURCES = (
    "__init__.py",
    "environment_variable.py",
    "settings.py",
    "consumers",
    "load_runtime",
    "monitors",
    "processes",
    "producers",
    "proxies",
    "rawlog",
)

LOAD_IMAGE = Image("load", [ROOT / "requirements.lock", *(ROOT / "include" / path for path in IMAGE_SOURCES)])
