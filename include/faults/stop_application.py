"""Ask the application to end (SIGTERM); it is started again.

One that ignores the signal is killed after 15 s, so that how long it takes depends on the application.
"""

from include.faults.struck_application import application_fault

RECORD = application_fault("stop-application", "The application is stopped", ends_sending=True)
