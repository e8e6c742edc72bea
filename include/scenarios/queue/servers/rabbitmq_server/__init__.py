"""RabbitMQ: messages are published without or with confirms, and consumed with acknowledgements."""
