"""What each client makes of settings that are judged, in a module for each client."""
