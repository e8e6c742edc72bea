"""The monitor's rules: where copies wait for their receipts, and when one is retransmitted.

Copies lie in a circular list. A receipt confirms its copy, whose slot may then be taken over. To store a copy
while the list is full, a hand goes round it until it finds such a slot. An unconfirmed copy that it passes is
aged; one that it passes again is retransmitted, and its slot taken over. A copy whose retransmission wasn't
confirmed is tried again whenever another is stored. While few copies are confirmed the list grows.

Source: the paper's monitor. It doesn't say when the share of confirmed copies is low, by how much the list
grows, or how far.
"""

from dataclasses import dataclass
from enum import Enum, auto

SLOTS = 15_000
"""As published."""

MOST_SLOTS = 10 * SLOTS
"""A list of that size grows no more: whoever is held up for longer than that is retransmitted."""

LOW = 0.25
"""The share of confirmed copies below which a full list grows, by as many slots as it had at first."""


class Whereabouts(Enum):
    """Where a copy is."""

    IN_LIST = auto()
    ON_ITS_WAY = auto()
    """Retransmitted, and not answered yet."""
    TO_BE_TRIED_AGAIN = auto()
    """Retransmitted, and not confirmed."""


@dataclass(eq=False, slots=True)
class Copy:
    """A copy of a message: its id, and all that it takes to send it again."""

    id: int
    partition: int
    value: bytes
    is_aged: bool = False
    is_confirmed: bool = False
    whereabouts: Whereabouts = Whereabouts.IN_LIST


class CircularList:
    """The copies of one producer's messages. Each message has one copy; receipts come in any order."""

    def __init__(self, slots: int = SLOTS, most_slots: int = MOST_SLOTS, low: float = LOW) -> None:
        self.size = slots
        """How many slots there are, or may be."""
        self._grows_by = slots
        self._most = max(slots, most_slots)
        self._low = low
        self._slots: list[Copy | None] = []
        self._hand = 0
        self._free = 0
        self._unconfirmed: dict[int, Copy] = {}
        self._to_be_tried_again: list[Copy] = []
        self._early: set[int] = set()

    @property
    def unconfirmed(self) -> int:
        """How many copies wait to be confirmed, wherever they are."""
        return len(self._unconfirmed)

    def store(self, copy: Copy) -> list[Copy]:
        """Store a copy, unless its receipt was here before it, which confirms it.

        Returns:
            The copies that are to be retransmitted now, each to be ``answered`` later.
        """
        due = self._tried_again()
        if copy.id in self._early:
            self._early.remove(copy.id)
            copy.is_confirmed = True
            return due
        self._unconfirmed[copy.id] = copy
        if self._has_room():
            self._slots.append(copy)
        else:
            self._slots[self._taken_over(due)] = copy
        return due

    def receipt(self, id: int) -> Copy | None:
        """Take a broker's receipt of a message; the copy that it confirms, if it is here and wasn't yet."""
        copy = self._unconfirmed.pop(id, None)
        if copy is None:
            self._early.add(id)
            return None
        copy.is_confirmed = True
        self._free += copy.whereabouts is Whereabouts.IN_LIST
        return copy

    def answered(self, copy: Copy, is_confirmed: bool) -> bool:
        """Take the answer to a retransmission; whether it is what confirms the copy."""
        if copy.is_confirmed:  # by a receipt, meanwhile
            return False
        if is_confirmed:
            copy.is_confirmed = True
            del self._unconfirmed[copy.id]
            return True
        copy.whereabouts = Whereabouts.TO_BE_TRIED_AGAIN
        self._to_be_tried_again.append(copy)
        return False

    def pass_over(self) -> list[Copy]:
        """Go round the whole list once, for when no more copies come; what is to be retransmitted now."""
        due = self._tried_again()
        for place, copy in enumerate(self._slots):
            if copy and not copy.is_confirmed and self._is_due(copy):
                self._slots[place] = None
                self._free += 1
                due.append(copy)
        return due

    def _has_room(self) -> bool:
        """Whether a slot was never used; of a list that grows, those that it grows by weren't."""
        if len(self._slots) == self.size and self._free < self._low * self.size:
            self.size = min(self.size + self._grows_by, self._most)
        return len(self._slots) < self.size

    def _taken_over(self, due: list[Copy]) -> int:
        """The next slot to be taken over; in the second round at the latest, every copy is due."""
        while True:
            place, self._hand = self._hand, (self._hand + 1) % len(self._slots)
            copy = self._slots[place]
            if copy is None or copy.is_confirmed:
                self._free -= 1
                return place
            if self._is_due(copy):
                due.append(copy)
                return place

    def _is_due(self, copy: Copy) -> bool:
        """Pass an unconfirmed copy: the first time it is aged, the second time it leaves the list."""
        if not copy.is_aged:
            copy.is_aged = True
            return False
        copy.whereabouts = Whereabouts.ON_ITS_WAY
        return True

    def _tried_again(self) -> list[Copy]:
        """The copies whose retransmission wasn't confirmed, nor they by a receipt since."""
        due = [copy for copy in self._to_be_tried_again if not copy.is_confirmed]
        self._to_be_tried_again = []
        for copy in due:
            copy.whereabouts = Whereabouts.ON_ITS_WAY
        return due
