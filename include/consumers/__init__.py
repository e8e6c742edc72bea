"""Load programs that receive, or receive and send on."""
