"""Kill the application and all of its processes (SIGKILL); it is started again."""

from include.faults.struck_application import application_fault

RECORD = application_fault("kill-application", "The application is killed")
