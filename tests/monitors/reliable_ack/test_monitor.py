from include.load_runtime.message import HEADER
from include.load_runtime.scenarios.reliable_ack.monitor_protocol import Frame, FrameKind
from include.monitors.reliable_ack.monitor import copies_in


def test_a_frame_is_cut_into_the_messages_that_it_brings() -> None:
    values = [HEADER.pack(id, 5, 0, 9) + bytes([id]) * 12 for id in (7, 3)]
    copies = list(copies_in(Frame(FrameKind.COPIES, 2, b"".join(values)), HEADER.size + 12))
    assert [(copy.id, copy.partition) for copy in copies] == [(7, 2), (3, 2)]
    assert [copy.value for copy in copies] == values
