"""The monitor's rules: where copies wait for their receipts, and when a copy is retransmitted.

Copies are stored in the slots of a circular list. The receipt for a message confirms the copy of this
message. The slot of a confirmed copy may be reused. If the list is full when a copy must be stored, a hand
moves along the slots until it finds a slot that can be reused, as in the clock algorithm of page replacement.
When the hand passes an unconfirmed copy, the copy is marked as aged. When the hand passes an unconfirmed copy
that is already aged, the copy is retransmitted and its slot is reused. A failed retransmission is repeated
when the next copy is stored. If few copies of a full list are confirmed, the list grows.

Source: the monitor of the paper about reliable ack (docs/reliable-ack.md). The paper does not say below which
share of confirmed copies the list grows, by how much it grows, or up to which size.
"""

from dataclasses import dataclass
from enum import Enum, auto

INITIAL_SLOTS = 15_000
"""The number of slots in the list of the paper's monitor."""

MAXIMUM_SLOTS = 10 * INITIAL_SLOTS
"""The maximum number of slots. A full list of this size does not grow. Instead, unconfirmed copies leave
their slots and are retransmitted."""

LOW_CONFIRMED_SHARE = 0.25
"""The share of confirmed copies below which a full list grows. Each time, the list grows by its initial
size."""


class CopyState(Enum):
    """The states of a copy."""

    IN_LIST = auto()
    RETRANSMITTED = auto()
    """The copy was retransmitted, and the retransmission is not answered yet."""
    TO_RETRANSMIT_AGAIN = auto()
    """The copy was retransmitted, and the retransmission was answered with an error."""


@dataclass(eq=False, slots=True)
class Copy:
    """A copy of a message: the id, and everything that is needed to send the message again."""

    id: int
    partition: int
    value: bytes
    is_aged: bool = False
    is_confirmed: bool = False
    state: CopyState = CopyState.IN_LIST


class CircularList:
    """The copies of one producer's messages. Each message has one copy; receipts arrive in any order."""

    def __init__(self, slots: int = INITIAL_SLOTS, maximum_slots: int = MAXIMUM_SLOTS) -> None:
        self.size = slots
        """The number of slots, including those that were never used."""
        self._growth = slots
        self._maximum = max(slots, maximum_slots)
        self._slots: list[Copy | None] = []
        self._hand = 0
        self._reusable = 0
        self._unconfirmed: dict[int, Copy] = {}
        self._to_retransmit_again: list[Copy] = []
        self._early_receipts: set[int] = set()

    @property
    def unconfirmed(self) -> int:
        """The number of unconfirmed copies, including retransmitted copies that have left the list."""
        return len(self._unconfirmed)

    def store(self, copy: Copy) -> list[Copy]:
        """Store a copy. If the receipt has already arrived, the copy is confirmed and not stored.

        Returns:
            The copies to retransmit now. The caller must report the answer to each retransmission by a call
            of ``answered``.
        """
        due = self._take_failed()
        if copy.id in self._early_receipts:
            self._early_receipts.remove(copy.id)
            copy.is_confirmed = True
            return due
        self._unconfirmed[copy.id] = copy
        if self._has_unused_slot():
            self._slots.append(copy)
        else:
            self._slots[self._reused_slot(due)] = copy
        return due

    def receipt(self, id: int) -> Copy | None:
        """Process a broker's receipt for a message, and return the confirmed copy of the message.

        The result is None if the copy was confirmed before, or has not arrived yet.
        """
        copy = self._unconfirmed.pop(id, None)
        if copy is None:
            self._early_receipts.add(id)
            return None
        copy.is_confirmed = True
        self._reusable += copy.state is CopyState.IN_LIST
        return copy

    def answered(self, copy: Copy, is_confirmed: bool) -> bool:
        """Process the answer to a retransmission, and return whether this answer confirms the copy."""
        if copy.is_confirmed:  # A receipt confirmed it in the meantime.
            return False
        if is_confirmed:
            copy.is_confirmed = True
            del self._unconfirmed[copy.id]
            return True
        copy.state = CopyState.TO_RETRANSMIT_AGAIN
        self._to_retransmit_again.append(copy)
        return False

    def pass_over(self) -> list[Copy]:
        """Visit all slots once, after the last copy has arrived. Return the copies to retransmit now."""
        due = self._take_failed()
        for slot, copy in enumerate(self._slots):
            if copy and not copy.is_confirmed and self._is_due(copy):
                self._slots[slot] = None
                self._reusable += 1
                due.append(copy)
        return due

    def _has_unused_slot(self) -> bool:
        """Whether the list has an unused slot. A full list with few confirmed copies is enlarged first."""
        if len(self._slots) == self.size and self._reusable < LOW_CONFIRMED_SHARE * self.size:
            self.size = min(self.size + self._growth, self._maximum)
        return len(self._slots) < self.size

    def _reused_slot(self, due: list[Copy]) -> int:
        """The next slot to reuse.

        If the slot contains an unconfirmed copy, this copy is appended to ``due``, to be retransmitted. Each
        unconfirmed copy that the search passes is marked as aged, so the search ends in the second round at
        the latest.
        """
        while True:
            slot, self._hand = self._hand, (self._hand + 1) % len(self._slots)
            copy = self._slots[slot]
            if copy is None or copy.is_confirmed:
                self._reusable -= 1
                return slot
            if self._is_due(copy):
                due.append(copy)
                return slot

    def _is_due(self, copy: Copy) -> bool:
        """Mark an unconfirmed copy as aged.

        The result is true if the copy was already aged and must therefore be retransmitted.
        """
        if not copy.is_aged:
            copy.is_aged = True
            return False
        copy.state = CopyState.RETRANSMITTED
        return True

    def _take_failed(self) -> list[Copy]:
        """Take the copies whose retransmission failed, except copies that were confirmed afterwards."""
        due = [copy for copy in self._to_retransmit_again if not copy.is_confirmed]
        self._to_retransmit_again = []
        for copy in due:
            copy.state = CopyState.RETRANSMITTED
        return due
