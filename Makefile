# Each target makes the virtual environment it needs when there is none or pyproject.toml is newer.
PYTHON3 ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready

.PHONY: demo test accept docs bench check fuzz faults

demo: $(READY)
	@$(BIN)/nanori show --sample

# In as many processes as there are processors: most of the time goes into starting nanori anew.
test: $(READY)
	$(BIN)/python -m pytest -q -n auto --maxprocesses 8 $(ARGS)

accept: $(READY)
	$(BIN)/python -m pytest -q tests/annotation/test_corpus.py --accept
	git diff --stat corpus

docs: $(READY)
	$(BIN)/nanori explain --all > docs/checks.md

bench: $(READY)
	$(BIN)/python bench/bench.py $(ARGS)

# As long as one likes: make fuzz ARGS="--seconds 3600 --seed 7". A seed's files are always the same.
fuzz: $(READY)
	$(BIN)/python bench/fuzz.py $(or $(ARGS),--seconds 60)

faults: $(READY)
	$(BIN)/python bench/faults.py $(ARGS)

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q -n auto --maxprocesses 8

# pip learned --group in 25.1, later than the one that Python 3.11 brings.
$(READY): pyproject.toml
	$(PYTHON3) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@
