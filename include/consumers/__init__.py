"""The load programs that receive messages, or receive them and write them to another topic."""
