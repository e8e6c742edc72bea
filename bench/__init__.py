"""Benchmarks of Kerran itself, compared with similar tools where there are any."""
