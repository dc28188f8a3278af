"""Settings of the bare Channels broadcast: nothing but the in-memory layer."""

SECRET_KEY = "nothing is signed here"
INSTALLED_APPS = ["channels"]
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10000}}}
USE_TZ = True
