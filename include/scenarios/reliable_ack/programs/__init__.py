"""The load programs of the scenario: a producer with its monitor, and the receipts of brokers."""
