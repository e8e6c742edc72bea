"""The load programs that receive messages. Copiers also write the messages to another topic."""
