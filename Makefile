# Each target is one command; `make help` lists them. A target first installs what it needs.
# Targets of the command kerran only pass the variables on make's command line to it: make puts the variables into the
# environment, so that no shell interprets their values, and KERRAN_MAKE_VARIABLES contains their names.

SHELL := /bin/bash
PYTHON := .venv/bin/python
INSTALLED := .venv/.installed
MODULE := exec $(PYTHON) -m
KERRAN := $(MODULE) include.cli
COMMANDS := sweep judge backfill calibrate releases history compare plan doctor up down clean

.DEFAULT_GOAL := help
.PHONY: help $(COMMANDS) test test-fast test-all test-runs test-clients test-applications test-containers test-stack test-browser test-install test-releases test-mutations measure-house unchanged bench

$(COMMANDS): export KERRAN_MAKE_VARIABLES = \
	$(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(name)))

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'The variables of a command: .venv/bin/kerran sweep --help; EXPERIMENT=thesis stands for --experiment thesis.'

sweep: $(INSTALLED) ## Run an experiment and publish its report [EXPERIMENT=cost RUN= RELEASE= MESSAGES= CLUSTER=embedded …]
	@$(KERRAN) $@

judge: $(INSTALLED) ## Say what your client settings promise, keep and cost [PRODUCER=app.properties CONSUMER=app.properties BASELINE= …]
	@$(KERRAN) $@

backfill: $(INSTALLED) ## Run an experiment on every feature release of Kafka [FROM=0.11 TO= RELEASES="2.3 3.1" EXPERIMENT=releases …]
	@$(KERRAN) $@

calibrate: $(INSTALLED) ## Measure which differences this machine can detect; fifty minutes [STARTS=10 REPETITIONS=30 …]
	@$(KERRAN) $@

releases: $(INSTALLED) ## List the Kafka releases since transactions were introduced, and record new ones
	@$(KERRAN) $@

history: $(INSTALLED) ## Publish the comparable runs of an experiment [EXPERIMENT=releases ALONG=release or time]
	@$(KERRAN) $@

compare: $(INSTALLED) ## Compare two runs [BASELINE=run CANDIDATE=run]
	@$(KERRAN) $@

plan: $(INSTALLED) ## Print what an experiment would run [EXPERIMENT=cost, and the other variables of sweep but RUN and SPARK]
	@$(KERRAN) $@

doctor: $(INSTALLED) ## Say what this machine has, what is missing, and what to do about it
	@$(KERRAN) $@

up: $(INSTALLED) ## Start Airflow, for use from its pages; prints address and login
	@$(KERRAN) $@

down: $(INSTALLED) ## Stop the Airflow that `make up` started
	@$(KERRAN) $@

clean: $(INSTALLED) ## End the processes that were left running when commands were killed; runs stay
	@$(KERRAN) $@

# Tests start hundreds of Python processes; each would compile the project again if it did not find it compiled.
test test-fast test-all test-runs test-clients test-applications test-containers test-stack test-browser test-install test-releases test-mutations: export PYTHONDONTWRITEBYTECODE :=

test: $(INSTALLED) ## Check style, types and imports, and run most tests, also on real brokers; eight minutes
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	.venv/bin/lint-imports
	$(PYTHON) -m tests.session.in_parallel test

test-fast: $(INSTALLED) ## Run the tests that are fast and start no server, no Java and no container; one minute
	$(PYTHON) -m tests.session.in_parallel test-fast

test-all: $(INSTALLED) ## Run every test that this machine can, and `make test` again without optional software; hours
	.ci/run
	.ci/bare $(MAKE) test
	$(MAKE) test-runs
	$(MAKE) test-clients
	$(MAKE) test-applications
	$(MAKE) test-releases
	$(MAKE) test-install
	if docker info > /dev/null 2>&1; then $(MAKE) test-stack; fi
	$(MAKE) test-mutations

test-runs: $(INSTALLED) ## Run what waits for a person, kills a sweep, or loses a worker of Spark; some minutes
	$(PYTHON) -m pytest --runs -m runs

test-clients: $(INSTALLED) ## Run the same cells with Kafka's Java client, also with planted mistakes; eight minutes
	$(PYTHON) -m pytest --clients -m clients

test-applications: $(INSTALLED) ## Kill the ready-made application of each framework, whose packages are fetched; eight minutes
	$(PYTHON) -m pytest --applications -m applications

test-containers: $(INSTALLED) ## Run the tests with brokers or load programs in containers; three minutes
	$(PYTHON) -m pytest --containers -m 'containers and not stack'

test-stack: $(INSTALLED) ## Test Airflow by Compose, also with Celery workers, Spark and an object store; builds their images
	$(PYTHON) -m pytest --stack --containers -m stack

test-browser: $(INSTALLED) ## Look at reports and at Airflow's pages with Chromium; some minutes
	$(PYTHON) -m pytest --browser -m browser

test-install: $(INSTALLED) ## Bring Kerran into an Airflow of its own in four layouts, and run a DAG in each; eight minutes
	$(PYTHON) -m pytest --install -m install

test-releases: $(INSTALLED) ## Test every feature release of Kafka since 0.11; a quarter of an hour
	@$(PYTHON) -m pytest --releases -m releases

test-mutations: $(INSTALLED) ## Change the rules in every place, one after another, and count the changes that tests notice [ONLY='include.verdicts.*']
	@rm -rf mutants
	@.venv/bin/mutmut run $(if $(ONLY),'$(ONLY)')
	@.venv/bin/mutmut results | grep -v 'not checked' || true
	@.venv/bin/mutmut export-cicd-stats
	@$(MODULE) tests.mutation_score

measure-house: $(INSTALLED) ## Count lines, modules and functions of the code, beside the goals
	@$(MODULE) tests.architecture.size

unchanged: $(INSTALLED) ## After code was moved: name the plans, results, reports and pages that are not as before
	@$(MODULE) tests.unchanged

bench: $(INSTALLED) ## Measure Kerran itself; writes bench/results.md [PARTS=spark,workers ROUNDS=5]
	@$(MODULE) bench $(if $(PARTS),--parts $(PARTS)) $(if $(ROUNDS),--rounds $(ROUNDS))

# Modules are compiled here: Airflow starts a dozen Python processes, each of which would otherwise compile its imports.
# Spark's class-data archive is made here, while nothing is measured: it saves a fifth of a small job's CPU time.
$(INSTALLED): requirements.txt requirements.lock pyproject.toml setup.py
	@command -v python3 > /dev/null || { echo "Python 3.11 or newer is needed (Debian and Ubuntu: apt install python3-venv)" >&2; exit 2; }
	@echo "Setting up .venv from requirements.lock (once, about a minute)"
	@python3 -m venv .venv || { echo "python3 cannot make a virtual environment (Debian and Ubuntu: apt install python3-venv)" >&2; exit 2; }
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check uv
	@$(PYTHON) -m uv pip sync --quiet --compile-bytecode --python $(PYTHON) requirements.lock
	@$(PYTHON) -m uv pip install --quiet --no-deps --config-settings editable_mode=compat --python $(PYTHON) -e .
	@rm -rf kerran.egg-info # the build leaves it, and Airflow would register the plugin a second time
	@$(PYTHON) -m include.spark_jobs.job.class_data_archive > /dev/null 2>&1 || echo "Spark's class-data archive was not made: Spark does without it"
	@touch $@
