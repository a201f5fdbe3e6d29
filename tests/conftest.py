"""What all tests share."""

import signal

from hypothesis import HealthCheck, settings

# A process started in the background ignores Ctrl-C, but some tests press Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example may compile a kernel, so no deadline is set for an example.
settings.register_profile(
    "lab", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lab")
