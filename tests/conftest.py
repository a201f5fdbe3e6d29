"""What all tests share."""

from hypothesis import HealthCheck, settings

# The first example may compile a kernel, so time says nothing about an example.
settings.register_profile(
    "lab", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lab")
