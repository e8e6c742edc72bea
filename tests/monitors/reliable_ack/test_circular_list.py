"""The monitor's rules, one by one, and as a state machine against a plain model."""

from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from include.monitors.reliable_ack.circular_list import CircularList, Copy


def copy(id: int) -> Copy:
    return Copy(id, partition=0, value=b"")


def full(slots: int, most_slots: int = 0) -> tuple[CircularList, list[Copy]]:
    """A list that never grows unless told to, with as many copies as it has slots."""
    held = CircularList(slots, most_slots)
    copies = [copy(id) for id in range(slots)]
    assert [held.store(one) for one in copies] == [[]] * slots
    return held, copies


def ids(copies: list[Copy]) -> list[int]:
    return [one.id for one in copies]


def test_a_list_with_room_retransmits_nothing() -> None:
    held, _ = full(3)
    assert held.unconfirmed == 3


def test_a_confirmed_slot_is_taken_over_and_what_was_passed_on_the_way_is_only_aged() -> None:
    held, copies = full(3)
    held.receipt(2)
    assert held.store(copy(3)) == []
    assert [one.is_aged for one in copies] == [True, True, False]


def test_a_copy_that_is_passed_again_is_retransmitted_and_its_slot_taken_over() -> None:
    held, _ = full(3)
    assert ids(held.store(copy(3))) == [0]
    assert ids(held.store(copy(4))) == [1]


def test_a_copy_in_a_slot_that_was_taken_over_begins_anew() -> None:
    held, _ = full(2)
    assert ids(held.store(copy(2))) == [0]  # in the second round, which leaves the hand before 1
    held.receipt(1)
    assert [held.store(copy(3)), ids(held.store(copy(4)))] == [[], [2]]


def test_a_copy_whose_retransmission_was_not_confirmed_is_tried_again_when_the_next_is_stored() -> None:
    held, copies = full(1)
    held.store(copy(1))
    assert not held.answered(copies[0], is_confirmed=False)
    held.receipt(1)
    assert ids(held.store(copy(2))) == [0]
    assert held.store(copy(3)) != [copies[0]]


def test_a_receipt_that_comes_before_its_copy_confirms_it() -> None:
    held = CircularList(1)
    assert held.receipt(7) is None
    early = copy(7)
    held.store(early)
    assert early.is_confirmed
    assert held.unconfirmed == 0


def test_a_receipt_confirms_a_copy_that_is_being_retransmitted_and_the_answer_does_not_again() -> None:
    held, copies = full(1)
    held.store(copy(1))
    assert held.receipt(0) is copies[0]
    assert not held.answered(copies[0], is_confirmed=True)


def test_a_list_grows_while_few_copies_are_confirmed_and_no_further_than_it_may() -> None:
    held, _ = full(4, most_slots=9)
    assert [held.store(copy(id)) for id in range(4, 9)] == [[]] * 5
    assert held.size == 9
    assert ids(held.store(copy(9))) == [0]
    assert held.size == 9


def test_a_list_of_which_enough_is_confirmed_does_not_grow() -> None:
    held, _ = full(4, most_slots=8)
    held.receipt(3)
    held.store(copy(4))
    assert held.size == 4


def test_when_no_more_copies_come_two_rounds_retransmit_what_is_left() -> None:
    held, _ = full(3)
    held.receipt(1)
    assert [ids(held.pass_over()) for _ in range(3)] == [[], [0, 2], []]


@dataclass
class Slot:
    """A slot as plainly as can be: whose it is, and how often its copy was passed."""

    id: int | None
    passed: int = 0


@dataclass
class Model:
    """The same rules, plainly: nothing is kept that can be found by going through everything."""

    first: int
    most: int
    slots: list[Slot] = field(default_factory=list)
    size: int = 0
    hand: int = 0
    stored: set[int] = field(default_factory=set)
    confirmed: set[int] = field(default_factory=set)
    early: set[int] = field(default_factory=set)
    on_its_way: set[int] = field(default_factory=set)
    again: list[int] = field(default_factory=list)

    def store(self, id: int) -> list[int]:
        due = [one for one in self.again if one not in self.confirmed]
        self.again = []
        self.stored.add(id)
        if id in self.early:
            self.confirmed.add(id)
        elif len(self.slots) < self.size or self.grows():
            self.slots.append(Slot(id))
        else:
            due += self.take_over(id)
        self.on_its_way |= set(due)
        return due

    def grows(self) -> bool:
        done = [slot for slot in self.slots if slot.id is None or slot.id in self.confirmed]
        if len(done) * 4 >= self.size or self.size == self.most:
            return False
        self.size = min(self.size + self.first, self.most)
        return True

    def take_over(self, id: int) -> list[int]:
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
        due = [one for one in self.again if one not in self.confirmed]
        self.again = []
        for slot in self.slots:
            if slot.id is not None and slot.id not in self.confirmed:
                slot.passed += 1
                if slot.passed == 2:
                    due.append(slot.id)
                    slot.id, slot.passed = None, 0
        self.on_its_way |= set(due)
        return due


class Monitoring(RuleBasedStateMachine):
    """Copies, receipts and answers in any order: list and model retransmit the same, and forget nothing."""

    @initialize(slots=st.integers(1, 5), most=st.integers(0, 12))
    def begin(self, slots: int, most: int) -> None:
        self.held = CircularList(slots, most)
        self.model = Model(slots, max(slots, most), size=slots)
        self.on_its_way: dict[int, Copy] = {}

    @rule()
    def the_next_copy_comes(self) -> None:
        sent = copy(len(self.model.stored))
        expected = self.model.store(sent.id)
        self.retransmitted(self.held.store(sent), expected)
        assert sent.is_confirmed == (sent.id in self.model.confirmed)

    @rule(ahead=st.integers(-12, 2))
    def a_receipt_comes(self, ahead: int) -> None:
        """Of a message whose copy came, perhaps again, or didn't come yet."""
        id = max(0, len(self.model.stored) + ahead)
        is_first = id in self.model.stored - self.model.confirmed
        assert (self.held.receipt(id) is not None) == is_first
        (self.model.confirmed if id in self.model.stored else self.model.early).add(id)

    @precondition(lambda self: self.on_its_way)
    @rule(data=st.data(), is_confirmed=st.booleans())
    def a_retransmission_is_answered(self, data: st.DataObject, is_confirmed: bool) -> None:
        id = data.draw(st.sampled_from(sorted(self.on_its_way)))
        is_news = is_confirmed and id not in self.model.confirmed
        assert self.held.answered(self.on_its_way.pop(id), is_confirmed) == is_news
        self.model.on_its_way.remove(id)
        if is_confirmed:
            self.model.confirmed.add(id)
        elif id not in self.model.confirmed:
            self.model.again.append(id)

    @rule()
    def no_more_copies_come_for_a_while(self) -> None:
        expected = self.model.pass_over()
        self.retransmitted(self.held.pass_over(), expected)

    def retransmitted(self, due: list[Copy], expected: list[int]) -> None:
        assert ids(due) == expected
        assert not self.on_its_way.keys() & set(expected), "a copy is on its way twice"
        assert not any(one.is_confirmed for one in due)
        self.on_its_way |= {one.id: one for one in due}

    @invariant()
    def nothing_is_forgotten(self) -> None:
        """Every copy that came is confirmed, in the list, on its way, or to be tried again."""
        if not hasattr(self, "model"):
            return
        model = self.model
        in_list = {slot.id for slot in model.slots if slot.id is not None}
        assert model.stored == model.confirmed | in_list | model.on_its_way | set(model.again)
        assert self.held.unconfirmed == len(model.stored - model.confirmed)

    @invariant()
    def it_is_as_large_as_it_may_be(self) -> None:
        if hasattr(self, "model"):
            assert self.held.size == self.model.size <= self.model.most


TestMonitoring = Monitoring.TestCase
TestMonitoring.settings = settings(deadline=None, max_examples=150, stateful_step_count=60)
