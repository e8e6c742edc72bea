"""What can be broken on purpose, one short file a fault: how it begins, and how it is mended."""
