"""Is A different from B: samples of two treatments, their difference with its interval, and decisions."""
