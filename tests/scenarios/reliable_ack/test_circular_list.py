from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from include.scenarios.reliable_ack.programs.circular_list import CircularList, Copy


def copy(id: int) -> Copy:
    return Copy(id, partition=0, value=b"")


@dataclass
class Slot:
    """A slot: the id of its copy, and how often the copy was passed."""

    id: int | None
    passed: int = 0


@dataclass
class Model:
    """The same rules without any derived state: what can be found by a search is not stored."""

    first: int
    most: int
    slots: list[Slot] = field(default_factory=list)
    size: int = 0
    hand: int = 0
    stored: set[int] = field(default_factory=set)
    confirmed: set[int] = field(default_factory=set)
    early: set[int] = field(default_factory=set)
    under_way: set[int] = field(default_factory=set)
    again: list[int] = field(default_factory=list)

    def store(self, id: int) -> list[int]:
        due = self.due_again()
        self.stored.add(id)
        if id in self.early:
            self.confirmed.add(id)
        elif len(self.slots) < self.size or self.grows():
            self.slots.append(Slot(id))
        else:
            due += self.reuse(id)
        self.under_way |= set(due)
        return due

    def due_again(self) -> list[int]:
        due, self.again = [id for id in self.again if id not in self.confirmed], []
        return due

    def grows(self) -> bool:
        done = [slot for slot in self.slots if slot.id is None or slot.id in self.confirmed]
        if len(done) * 4 >= self.size or self.size == self.most:
            return False
        self.size = min(self.size + self.first, self.most)
        return True

    def reuse(self, id: int) -> list[int]:
        while True:
            slot = self.slots[self.hand]
            self.hand = (self.hand + 1) % self.size
            was = slot.id
            if was is None or was in self.confirmed:
                slot.id, slot.passed = id, 0
                return []
            slot.passed += 1
            if slot.passed == 2:
                slot.id, slot.passed = id, 0
                return [was]

    def pass_over(self) -> list[int]:
        due = self.due_again()
        for slot in self.slots:
            if slot.id is not None and slot.id not in self.confirmed:
                slot.passed += 1
                if slot.passed == 2:
                    due.append(slot.id)
                    slot.id, slot.passed = None, 0
        self.under_way |= set(due)
        return due


class Monitoring(RuleBasedStateMachine):
    """Copies, receipts and answers in any order: list and model retransmit the same copies, and lose none."""

    @initialize(slots=st.integers(1, 5), most=st.integers(0, 12))
    def begin(self, slots: int, most: int) -> None:
        self.circular_list = CircularList(slots, most)
        self.model = Model(slots, max(slots, most), size=slots)
        self.under_way: dict[int, Copy] = {}

    @rule()
    def store_the_next_copy(self) -> None:
        sent = copy(len(self.model.stored))
        self.retransmitted(self.circular_list.store(sent), self.model.store(sent.id))
        assert sent.is_confirmed == (sent.id in self.model.confirmed)

    @rule(ahead=st.integers(-12, 2))
    def take_a_receipt(self, ahead: int) -> None:
        """Take the first or a repeated receipt of a copy, or one whose copy has not arrived yet."""
        id = max(0, len(self.model.stored) + ahead)
        is_first = id in self.model.stored - self.model.confirmed
        assert (self.circular_list.receipt(id) is not None) == is_first
        (self.model.confirmed if id in self.model.stored else self.model.early).add(id)

    @precondition(lambda self: self.under_way)
    @rule(data=st.data(), is_confirmed=st.booleans())
    def answer_a_retransmission(self, data: st.DataObject, is_confirmed: bool) -> None:
        id = data.draw(st.sampled_from(sorted(self.under_way)))
        confirms = is_confirmed and id not in self.model.confirmed
        assert self.circular_list.answered(self.under_way.pop(id), is_confirmed) == confirms
        self.model.under_way.remove(id)
        if is_confirmed:
            self.model.confirmed.add(id)
        elif id not in self.model.confirmed:
            self.model.again.append(id)

    @rule()
    def pass_over_all_slots(self) -> None:
        self.retransmitted(self.circular_list.pass_over(), self.model.pass_over())

    def retransmitted(self, due: list[Copy], expected: list[int]) -> None:
        assert [copy.id for copy in due] == expected
        assert not self.under_way.keys() & set(expected), "a copy was retransmitted twice at once"
        assert not any(copy.is_confirmed for copy in due)
        self.under_way |= {copy.id: copy for copy in due}

    @invariant()
    def every_copy_is_confirmed_or_waits(self) -> None:
        """Every stored copy is confirmed, in the list, retransmitted, or to be retransmitted again."""
        if not hasattr(self, "model"):
            return
        model = self.model
        in_list = {slot.id for slot in model.slots if slot.id is not None}
        assert model.stored == model.confirmed | in_list | model.under_way | set(model.again)
        assert self.circular_list.unconfirmed == len(model.stored - model.confirmed)

    @invariant()
    def the_list_has_the_size_of_the_model(self) -> None:
        if hasattr(self, "model"):
            assert self.circular_list.size == self.model.size <= self.model.most


TestMonitoring = Monitoring.TestCase
TestMonitoring.settings = settings(deadline=None, max_examples=40, stateful_step_count=50)
