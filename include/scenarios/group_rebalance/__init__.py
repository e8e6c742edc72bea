"""The scenario *group rebalance*."""
