"""The programs that receive in the request-reply scenario: responders, and the reader of replies."""
