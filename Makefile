# Everything a newcomer or CI runs. Two commands are enough: `make run` and `make test`.
SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8000
SCALE ?= 1
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# What also runs against PostgreSQL and Redis, the phones of one table spread over two processes.
ON_BOTH := tests/services tests/live tests/web tests/upgrades tests/browser/test_whole_games.py tests/browser/test_troubled_games.py

.PHONY: help install install-dev install-system run admin test check lint types layers pytest bench chaos audit-dependencies messages compile-messages judge screenshots clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

install: $(STAMP) ## make the virtual environment with what the site needs

$(STAMP): pyproject.toml constraints.txt
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || \
		{ deploy/apt-install python3-venv && $(PYTHON) -m venv $(VENV); } || \
		{ echo "Python's venv is missing. On Debian: apt install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt .
	@touch $@

$(VENV)/.installed-dev: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt '.[dev,bench]'
	@touch $@

install-dev: $(VENV)/.installed-dev ## the same with what tests need

install-system: ## Redis, PostgreSQL, nginx, Chromium and gettext from Debian, where they are missing
	@deploy/install-test-tools

run: install ## play: serve this machine's network, print the link and its QR code
	@$(BIN)/python manage.py serve --port $(PORT)

admin: install ## make an admin user
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py createsuperuser

check: install-dev ## the fast checks: lint, types, import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy games forsale_site manage.py
	$(BIN)/lint-imports --verbose

test: install-system install-dev check ## everything: lint, types, layers and all tests, on private servers
	$(BIN)/python -m pytest -n 2 --dist loadfile tests
	$(BIN)/python -m tests.private_servers $(BIN)/python -m pytest -n 2 --dist loadfile $(ON_BOTH)

bench: install-system install-dev ## the speed of the engine and of the live site next to others, in one run
	$(BIN)/python manage.py bench

chaos: install-system install-dev ## the long run of faults: kills, outages, floods (about half an hour; SCALE=0.1 for less)
	$(BIN)/python -m tests.faults.chaos --scale $(SCALE)

audit-dependencies: install-dev ## known holes in what is installed; fails if the scanner's database is out of reach
	$(BIN)/python -m tests.security.dependencies

messages: install-system install-dev ## collect the texts to translate
	$(BIN)/python manage.py makemessages --locale fr --locale de --no-obsolete --add-location file

compile-messages: install-system install-dev ## make what was translated what the site says
	$(BIN)/python manage.py compilemessages --verbosity 0 --ignore $(VENV)

judge: install-dev ## axe-core, pa11y, the Nu HTML checker and Lighthouse on every page; QUICK=1 for a few
	@deploy/install-judges
	$(BIN)/python -m tests.judges.judge $(if $(QUICK),--quick)

screenshots: install-dev ## take the pictures of docs/screenshots again
	@deploy/install-judges
	$(BIN)/python -m tests.judges.screenshots

clean: ## remove what was made here, the games kept
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
