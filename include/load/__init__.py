"""Code that all load programs share: jobs, events, signals, and the messages that are sent."""
