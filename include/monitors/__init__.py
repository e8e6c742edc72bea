"""Three kinds of load programs: reliable ack's monitor and receipt reporters, and the visibility observer."""
