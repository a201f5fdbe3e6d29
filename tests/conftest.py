"""What all tests share."""

from hypothesis import settings

# The first example may compile a kernel, so time says nothing about an example.
settings.register_profile("lab", deadline=None, print_blob=True)
settings.load_profile("lab")
