"""The container engine: images, labels, networks and what to remove after a crash."""
