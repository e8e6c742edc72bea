"""The scenario *share group*."""
