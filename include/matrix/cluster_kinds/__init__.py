"""The records of the cluster kinds, for planning. The packages of include.clusters start the clusters."""
