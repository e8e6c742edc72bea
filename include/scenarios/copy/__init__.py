"""Topic to topic: consume, transform, produce."""
