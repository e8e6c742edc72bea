"""The container engine: images, labels, networks, and the removal of leftovers after a crash."""
