"""The contract between the cells, which write raw logs, and the stages that read them."""
