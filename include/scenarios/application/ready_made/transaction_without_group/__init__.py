"""Python, transactions without the offsets."""
