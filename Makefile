# Each target makes the virtual environment it needs when there is none or pyproject.toml is newer.
# Without make (Windows): README.md says the same in plain lines.
PYTHON3 ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready
# nanori alone, without what its tests and its builders want.
INSTALLED = $(VENV)/.installed
# As many processes as there are processors; a test that needs a nanori of its own starts one.
PYTEST = $(BIN)/python -m pytest -q -n auto --maxprocesses 8 --dist loadgroup

.PHONY: compiled wheels demo test accept budgets docs site page dist columns vscode bench fuzz faults lint check others

demo: $(INSTALLED)  ## Show two invented cards in both languages with their references
	@$(BIN)/nanori show examples/harbor.csv --card "Maren, Harbor Warden" --card "Lantern Gull"
	@echo 'All of the set:  $(BIN)/nanori show examples/harbor.csv'
	@echo 'What is wrong:   $(BIN)/nanori lint examples/harbor.csv'
	@echo 'More:            README.md, $(BIN)/nanori --help'

test: $(READY)  ## Run the tests; ARGS goes to pytest
	$(PYTEST) $(ARGS)

accept: $(READY)  ## Write what nanori says now into the corpus of rules and formats, and show what that changes
	$(BIN)/python -m pytest -q tests/annotation/test_corpus.py tests/formats/test_formats.py --accept
	git diff --stat corpus

budgets: $(READY)  ## Lower the budget of each room to what is there and 1 %
	$(BIN)/python -m pytest -q -n0 tests/test_house.py -k budget --accept
	git diff --stat tests/budgets.toml

# make site puts them side by side, as a site.
docs: $(READY)  ## Write the pictures, the schemas, and what commands print on the pages anew
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/schemas.py
	$(BIN)/python -m pytest -q tests/cli/test_pages.py -k every_command_prints --accept

page: $(READY)  ## Build the page without a server into build/page (needs npm)
	$(BIN)/python docs/static_page.py build/page
	@echo 'Try it:          $(BIN)/python -m http.server --bind 127.0.0.1 --directory build/page'

# Ready for any web host, as GitHub Pages; without npm or its registry it is the documentation alone.
site: $(READY)  ## Build the site, documentation and page, into build/site, its links checked
	@$(MAKE) --no-print-directory page || echo 'without the page: see above'
	@$(BIN)/python -c 'import mkdocs, material, mkdocstrings' 2>/dev/null || \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	$(BIN)/python docs/site.py build/site

VERSION = $$($(BIN)/python -c 'import nanori; print(nanori.__version__)')

# What npm is needed for is left out, and said, where it or its registry is not to be had.
dist: $(READY)  ## Build the wheel, the sdist, the extension and the page into dist/, the same bytes each time
	rm -f dist/nanori-*
	env -u SOURCE_DATE_EPOCH $(BIN)/python -m build --outdir dist .
	@if $(MAKE) --no-print-directory vscode; then \
	    $(BIN)/python .ci/pack.py editors/vscode/nanori.vsix dist/nanori-$(VERSION).vsix; \
	else echo 'without the extension for VS Code: see above'; fi
	@if $(MAKE) --no-print-directory page; then \
	    $(BIN)/python .ci/pack.py build/page dist/nanori-page-$(VERSION).zip; \
	else echo 'without the page: see above'; fi
	@$(MAKE) --no-print-directory wheels
	@cd dist && sha256sum nanori-*

# Of the sdist, so that what is compiled is not left in src/; pip takes the pure wheel elsewhere.
wheels: $(READY)  ## Build a wheel with its hot modules compiled for each Python of this machine, into dist/
	@test -e dist/nanori-$(VERSION).tar.gz || $(BIN)/python -m build --sdist --outdir dist .
	@for python in $(BIN)/python $$(.ci/pythons $$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')); do \
	    HATCH_BUILD_HOOK_ENABLE_MYPYC=1 "$$python" -m pip wheel --quiet --disable-pip-version-check \
	        --no-deps --wheel-dir dist dist/nanori-$(VERSION).tar.gz || \
	    echo "without a compiled wheel for $$("$$python" --version): see above"; \
	done

compiled: $(READY)  ## Build the wheel with its hot modules compiled, and run the tests of these on it
	rm -rf build/compiled
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m build --outdir build/compiled .
	$(BIN)/python -m zipfile -e build/compiled/nanori-*.whl build/compiled/lib
	PYTHONPATH=$(CURDIR)/build/compiled/lib $(PYTEST) $(or $(ARGS),tests/annotation tests/grammar tests/library tests/columns/test_tables.py)

columns: $(READY)  ## Install what tables go to and come from: pandas, polars, DuckDB, Spark
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group columns

vscode:  ## Build the extension for VS Code, editors/vscode/nanori.vsix; wants Node and npm
	cp LICENSE editors/vscode/LICENSE.txt
	cd editors/vscode && npm ci --silent --no-audit --no-fund && npm run --silent package

bench: $(READY)  ## Measure; ARGS are the parts to measure
	$(BIN)/python bench/bench.py $(ARGS)

# As long as one likes: make fuzz ARGS="--seconds 3600 --seed 7". A seed's files are always the same.
fuzz: $(READY)
	$(BIN)/python bench/fuzz.py $(or $(ARGS),--seconds 60)

faults: $(READY)
	$(BIN)/python bench/faults.py $(ARGS)

lint: $(READY)  ## Format, style, types, and the order of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

check: lint  ## All of it: the tests with their coverage, and on every other Python there is
	NANORI_ALL=1 $(PYTEST) --cov --cov-report=term
	@$(MAKE) --no-print-directory others

others: $(READY)  ## Run the tests on every other Python from 3.11 to 3.14 that is installed
	@for python in $$(.ci/pythons $$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')); do \
	    version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	    echo "--- Python $$version"; \
	    $(MAKE) --no-print-directory test VENV=$(VENV)-$$version PYTHON3="$$python" || exit 1; \
	done

$(INSTALLED): pyproject.toml
	$(PYTHON3) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# pip learned --group in 25.1, later than the one that Python 3.11 brings.
$(READY): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@
