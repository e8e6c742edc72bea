"""What a person starts from the terminal."""
