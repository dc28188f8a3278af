"""The files in `deploy/`, tried: nginx with TLS in front of two processes on PostgreSQL and Redis."""
