"""Ask the application to end (SIGTERM); it is started again."""

from include.faults.struck_application import application_fault

RECORD = application_fault("stop-application", "The application is stopped")
