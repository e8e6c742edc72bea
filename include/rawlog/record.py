"""The base of the records of a manifest."""

from typing import Annotated

from pydantic import BaseModel, Field

Position = Annotated[int, Field(ge=0, lt=2**63)]
"""The number of a block, a cell, an attempt or a start."""

Level = str | int | float | bool | None
"""A level of a factor: a JSON value that is not a collection."""


class Record(BaseModel, frozen=True):
    """The base of every part of a manifest. Records are immutable, and ignore keys of later versions."""
