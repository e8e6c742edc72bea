"""Members join and leave a consumer group while messages flow."""
