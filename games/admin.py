"""Review of finished games in Django's admin."""
