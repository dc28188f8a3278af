"""All settings, read from environment variables; each variable is documented where it is read.

Nothing needs to be set to play at home: SQLite in `var/`, one process, plain HTTP.
"""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from forsale_site import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent

# DATA_DIR: where the database and the secret key of a home installation are kept.
DATA_DIR = Path(env.text("DATA_DIR", "") or BASE_DIR / "var")
# DEBUG: "1" shows tracebacks in the browser; never on a machine others can reach.
DEBUG = env.flag("DEBUG", default=False)
# SECRET_KEY: signs the visitor cookies. Made once and kept in DATA_DIR/secret_key where it is not given.
SECRET_KEY = env.text("SECRET_KEY", "") or env.kept_secret(DATA_DIR / "secret_key")
# PUBLIC_URL: the address that phones open, used in every link and QR code; without it the address asked for.
PUBLIC_URL = env.text("PUBLIC_URL", "").rstrip("/")
UNDER_TLS = PUBLIC_URL.startswith("https://")
# ALLOWED_HOSTS: host names this site answers to, separated by commas; at home any.
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS") or env.host_of(PUBLIC_URL, only_under_tls=True) or ["*"]
# ALLOWED_ORIGINS: further origins (scheme://host:port) whose pages may open sockets here.
ALLOWED_ORIGINS = env.names("ALLOWED_ORIGINS")
# TRUSTED_PROXIES: how many proxies stand in front and may be believed about the visitor's address (0 = none).
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 0)
# RATE_LIMITS: "0" switches all rate limits off, for tests and load runs.
RATE_LIMITS = env.flag("RATE_LIMITS", default=True)
# METRICS: "1" serves Prometheus figures under /metrics.
METRICS = env.flag("METRICS", default=False)
# RETENTION_DAYS: rooms untouched for so many days are purged by `manage.py tend`; 0 keeps everything.
RETENTION_DAYS = env.number("RETENTION_DAYS", 0)
# ANALYSIS: "0" never works out where a strong bot would have differed (it takes a process of low priority).
ANALYSIS = env.flag("ANALYSIS", default=True)
# LOG_LEVEL: how much is logged (INFO, WARNING, …). LOG_FORMAT: "json" for one JSON object per line.
LOG_LEVEL = env.text("LOG_LEVEL", "INFO")
LOG_FORMAT = env.text("LOG_FORMAT", "plain")
# PACE: the pauses of bots and reveals are multiplied by this; tests and load runs set it low.
PACE = float(env.text("PACE", "1"))

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "games.web.middleware.security_headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.web.middleware.language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.web.middleware.visitor",
    "games.web.middleware.FaultsInWords",
]

ROOT_URLCONF = "forsale_site.urls"
ASGI_APPLICATION = "forsale_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.context.page",
            ]
        },
    }
]

# DATABASE_URL: postgresql://user:password@host:port/name, or sqlite:///path; without it SQLite in DATA_DIR.
DATABASES = {"default": env.database("DATABASE_URL", DATA_DIR / "forsale.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# REDIS_URL: carries nudges between processes; one process needs none.
REDIS_URL = env.text("REDIS_URL", "")
CHANNEL_LAYERS = env.channel_layers(REDIS_URL)

# WORK_THREADS: threads of one process that talk to the database for sockets.
WORK_THREADS = env.number("WORK_THREADS", 4)

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Hashed, compressed names come from `manage.py collectstatic`; without it files are served as they lie.
HASHED_STATIC = env.is_command("collectstatic", "serve") or (STATIC_ROOT / "staticfiles.json").exists()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "forsale_site.static_files.HashedFiles"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not HASHED_STATIC
WHITENOISE_MAX_AGE = 3600

VISITOR_COOKIE_NAME = "visitor"
VISITOR_COOKIE_AGE = 365 * 24 * 3600

CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.web.errors.csrf_failure"
CSRF_TRUSTED_ORIGINS = [*ALLOWED_ORIGINS, *([PUBLIC_URL] if PUBLIC_URL else [])]
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = UNDER_TLS
SECURE_SSL_REDIRECT = UNDER_TLS and env.flag("SSL_REDIRECT", default=True)  # SSL_REDIRECT: "0" if the proxy does it
# HSTS_SECONDS: how long browsers keep to https once they were here; 0 says nothing, 1 makes them forget what was said.
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000) if UNDER_TLS else 0
# HSTS_SUBDOMAINS: "1" binds every name below this host to https too, and allows to have it built into browsers.
HSTS_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = UNDER_TLS and HSTS_SUBDOMAINS
# Django warns of a site that leaves them out; where it was said that this one does, there is nothing to warn of.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"] if env.text("HSTS_SUBDOMAINS", "") else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if UNDER_TLS else None  # browsers ignore it on plain HTTP, loudly
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

LOGGING = env.logging_config(LOG_LEVEL, LOG_FORMAT)
