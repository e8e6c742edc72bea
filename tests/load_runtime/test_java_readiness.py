"""A Java program that does not become ready."""

import pytest

from tests.producers.java_scenes import ended_program

pytestmark = pytest.mark.brokers  # it starts Java


def test_a_java_program_that_does_not_become_ready_says_what_its_threads_wait_for() -> None:
    ended = ended_program("NeverReady")
    assert ended.returncode == 75
    assert "not ready within 0 s; its log has the stack of each thread" in ended.stdout
    assert "NeverReady" in ended.stderr
    assert "java.lang.Object.wait" in ended.stderr
