from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from include.scenarios.reliable_ack.programs.jobs import Frame, FrameDecoder, FrameKind, encode_frame

FRAME = st.builds(Frame, st.sampled_from(FrameKind), st.integers(0, 2**31 - 1), st.binary(max_size=40))


@given(sent=st.lists(FRAME, max_size=6), cuts=st.lists(st.integers(0, 300), max_size=8))
def test_frames_come_whole_in_whatever_pieces_they_come(sent: list[Frame], cuts: list[int]) -> None:
    stream = b"".join(encode_frame(frame.kind, frame.number, frame.content) for frame in sent)
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    reader = FrameDecoder()
    assert [frame for begin, end in pairwise(places) for frame in reader.take(stream[begin:end])] == sent
