# One command a target; `make help` lists them. Each installs what it needs first.
# Values (EXPERIMENT, RUN, …) reach the programs through the environment, so that no shell reads them.

SHELL := /bin/bash
PYTHON := .venv/bin/python
INSTALLED := .venv/.installed
MODULE := exec $(PYTHON) -m

export EXPERIMENT RUN ALONG BASELINE CANDIDATE RELEASE REPETITIONS SEED MESSAGES CLUSTER RUNNER SPARK FROM TO RELEASES

.DEFAULT_GOAL := help
.PHONY: help sweep backfill calibrate releases history compare plan up down clean test test-fast test-stack test-releases bench

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

sweep: $(INSTALLED) ## Run an experiment and publish its report [EXPERIMENT=quick RUN= RELEASE= REPETITIONS= SEED= MESSAGES= CLUSTER=embedded RUNNER=process SPARK=local]
	@$(MODULE) include.cli.sweep

backfill: $(INSTALLED) ## Run an experiment on every Kafka release, or what is missing of it [FROM=0.11 TO= RELEASES="2.3 3.1" EXPERIMENT=releases REPETITIONS= SEED= MESSAGES=]
	@$(MODULE) include.cli.backfill

calibrate: $(INSTALLED) ## Find out what this machine can tell apart; half an hour [REPETITIONS=40]
	@EXPERIMENT=calibration $(MODULE) include.cli.sweep

releases: $(INSTALLED) ## List the Kafka releases since transactions came
	@$(MODULE) include.cli.releases

history: $(INSTALLED) ## Publish what an experiment measured over all its runs [EXPERIMENT=releases ALONG=release or time]
	@$(MODULE) include.cli.history

compare: $(INSTALLED) ## Compare two runs and publish it [BASELINE=run CANDIDATE=run]
	@$(MODULE) include.cli.compare

plan: $(INSTALLED) ## Print what an experiment would run [EXPERIMENT=quick RELEASE= REPETITIONS= SEED= MESSAGES= CLUSTER=embedded]
	@$(MODULE) include.cli.plan

up: $(INSTALLED) ## Start Airflow for use from its pages; prints address and login
	@$(MODULE) include.cli.up

down: $(INSTALLED) ## End the Airflow that `make up` started
	@$(MODULE) include.cli.down

clean: $(INSTALLED) ## End processes that killed commands left behind; runs stay
	@$(MODULE) include.cli.clean

test: $(INSTALLED) ## Check everything: style, types, imports, and all tests, on real brokers too
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	.venv/bin/lint-imports
	@$(PYTHON) -m mypy & types=$$!; $(PYTHON) -m pytest; tests=$$?; wait $$types && exit $$tests

test-fast: $(INSTALLED) ## Run the tests that start no server, no Java and no container; a minute
	@$(PYTHON) -m pytest -m fast

test-stack: $(INSTALLED) ## Check Airflow, PostgreSQL, Spark and an object store by Compose; builds their images
	$(PYTHON) -m pytest --stack -m stack

test-releases: $(INSTALLED) ## Test every Kafka release since 0.11; a quarter of an hour
	@$(PYTHON) -m pytest --releases -m releases

bench: $(INSTALLED) ## Measure Kerran itself; writes bench/results.md
	@$(MODULE) bench

# Compiled at once: Airflow starts a dozen Python processes, each of which would otherwise compile its imports.
$(INSTALLED): requirements.txt
	@command -v python3 > /dev/null || { echo "Python 3.11 or newer is needed (Debian and Ubuntu: apt install python3-venv)" >&2; exit 2; }
	@echo "Setting up .venv from requirements.txt (once, about a minute)"
	@python3 -m venv .venv || { echo "python3 can't make a virtual environment (Debian and Ubuntu: apt install python3-venv)" >&2; exit 2; }
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check uv
	@$(PYTHON) -m uv pip sync --quiet --compile-bytecode --python $(PYTHON) requirements.txt
	@touch $@
