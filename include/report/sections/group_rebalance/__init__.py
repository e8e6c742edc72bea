"""Group rebalance."""
