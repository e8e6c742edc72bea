"""The load programs: the supervisor of an application, the feeder of its input, the reader of its output."""
