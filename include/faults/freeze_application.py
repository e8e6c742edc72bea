"""Freeze the application (SIGSTOP) for longer than its session: it comes back as a zombie."""

from include.faults.struck_application import application_fault

RECORD = application_fault("freeze-application", "The application is frozen")
