"""Records of the cluster kinds, used for planning. The packages of include.clusters start the clusters."""
