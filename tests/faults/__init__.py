"""Things that break while rooms play: short runs as tests here, the long ones as `python -m tests.faults.chaos`."""
