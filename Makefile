# `make serve` needs Python 3.11+ and nothing else; `make test` brings the ML libraries too.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help serve build check prove mutate matrix test lint bench constraints clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

serve: $(VENV)/.base ## Build the site and serve it at http://127.0.0.1:8000 with live reload
	$(BIN)/failpedia serve

build: $(VENV)/.base ## Build the site into build/site; anything wrong, unproved or stale fails it
	$(BIN)/failpedia build --strict

check: $(VENV)/.base ## Check entries, snippets and ledgers without running anything
	$(BIN)/failpedia check

prove: $(VENV)/.full ## Run the proofs whose ledger does not hold, and write the ledgers
	$(BIN)/failpedia prove

lint: $(VENV)/.full ## ruff and mypy
	$(BIN)/ruff check generator tests bench snippets
	$(BIN)/ruff format --check --quiet generator tests bench snippets
	$(BIN)/mypy

test: $(VENV)/.full lint ## Everything: lint, every proof run again and compared with its ledger, a strict build, all tests
	$(BIN)/failpedia check
	$(BIN)/failpedia prove --compare --sandbox require
	$(BIN)/failpedia prove --mutate --sandbox require
	$(BIN)/failpedia build --strict
	$(BIN)/pytest

mutate: $(VENV)/.full ## Spoil every snippet on purpose: each proof must turn red
	$(BIN)/failpedia prove --mutate --sandbox require

matrix: $(VENV)/.full ## Every proof warm and cold, in any order, alone and together: one truth (slow)
	$(BIN)/pytest tests/matrix -n 0

bench: $(VENV)/.full ## The benchmarks, by hand
	$(BIN)/python bench/validate.py
	$(BIN)/python bench/prove.py
	$(BIN)/python bench/build.py 100 1000
	$(BIN)/failpedia build && $(BIN)/python bench/weight.py

constraints: ## Renew constraints.txt from the newest versions that pyproject.toml allows
	rm -rf build/venv && $(PYTHON) -m venv build/venv && build/venv/bin/pip install --quiet -e '.[prove,dev]'
	sed -i '/^[a-zA-Z]/d' constraints.txt
	build/venv/bin/pip freeze --exclude-editable | sed 's/+[a-z0-9.]*$$//' >> constraints.txt

clean: ## Remove what was built
	rm -rf build

$(VENV)/.base: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	@touch $@

$(VENV)/.full: $(VENV)/.base
	$(PIP) -e '.[prove,dev]'
	@touch $@
