"""Rules over the ownership of partitions while members join and leave a consumer group."""
