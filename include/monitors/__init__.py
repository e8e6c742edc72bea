"""What stands beside the brokers and makes a producer reliable that doesn't wait: its monitor."""
