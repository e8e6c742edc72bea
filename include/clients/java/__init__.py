"""The Java client."""
