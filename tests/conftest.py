"""What all tests share."""

import signal

from hypothesis import HealthCheck, settings

# A run started in the background is deaf to Ctrl-C, which some tests press.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example may compile a kernel, so time says nothing about an example.
settings.register_profile(
    "lab", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lab")
