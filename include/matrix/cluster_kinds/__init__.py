"""Cluster kinds: what a plan needs to know of each. The packages of include.clusters start the clusters."""
