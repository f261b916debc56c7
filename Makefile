# The two commands of the README are `make notebooks` and `make test`. Everything is installed inside this folder:
# .venv (Jupyter), .venv-python (what the Python package is tested with), .bin (the kernel, the command and the linters), .jupyter (the kernel's registration), node_modules (the chart library).

.PHONY: help setup completion compiled notebooks site lab test test-long bench lint manifest kubernetes records results release clean
.DELETE_ON_ERROR:
SHELL := bash

KERNEL := .jupyter/kernels/gonb/kernel.json
# Tools are linked without what a debugger asks for, which takes a quarter of the time. Compilers that have more memory
# (GOGC) take a fifth less of the processor's.
TOOLS  := PATH="$(CURDIR)/.bin:$$PATH"

help:             ## this list
	@sed -n 's/^\([a-z]*\): .*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

setup: .venv/.done .bin/.done $(KERNEL) node_modules/.done ## install what notebooks need, inside this folder

completion: .bin/completion/gopls ## install what completes names in JupyterLab

notebooks:        ## execute all notebooks and export them to out/notebooks
	@$(MAKE) --no-print-directory -j3 compiled .venv/.done node_modules/.done
	@$(MAKE) --no-print-directory setup
	@go run ./cmd/proxlab notebooks html

# Beside downloads, and by one go command, as two would each compile the same: the kernel, and what cells use.
compiled:
	@GOGC=400 go list -export -deps ./... tool >/dev/null

site: setup       ## the papers, claims, notebooks and documents as pages for any static host, in out/site
	@go run ./cmd/proxlab site out/site

lab:              ## open JupyterLab on the notebooks
	@$(MAKE) --no-print-directory -j3 compiled .venv/.done node_modules/.done
	@$(MAKE) --no-print-directory setup completion
	@go build -o .bin/proxlab ./cmd/proxlab && exec .bin/proxlab notebooks open $(ARGS) # go run would hand on no signal

test: setup .venv-python/.done ## all tests, those of goroutines with the race detector too; notebooks included
	GOGC=400 go vet ./...
	GOGC=400 go build ./...
	@tools/test.sh

test-long: setup .venv-python/.done completion manifest ## all tests in their long form: every notebook in every browser, the toolkit without assembly
	GOGC=400 go vet ./...
	GOGC=400 go build ./...
	@tools/test.sh long && cd tools/kubernetes && go test -v -timeout 60m -run TestJobs .

bench:            ## the benchmarks, ten runs each, for benchstat
	go test -run '^$$' -bench . -benchmem -count 10 ./toolkit/... ./datasets/... ./reproduce/...

lint: .bin/lint/.done ## all linters, format and dead code included
	@tools/lint/run.sh

manifest:         ## check the Kubernetes manifests of the studies by the server's own rules
	@mkdir -p .bin && go run ./cmd/proxlab reproduce all --kubernetes-manifest >.bin/manifest.yaml
	@cd tools/kubernetes && go test -short ./... && go run . ../../.bin/manifest.yaml

kubernetes:       ## build what the test of Jobs starts: etcd, API server, controllers, scheduler, into .bin/kubernetes
	@mkdir -p .bin/kubernetes && cd tools/kubernetes/programs && CGO_ENABLED=0 go build -ldflags='-s -w' -o ../../../.bin/kubernetes/ tool

records:          ## run every study at paper scale and keep the records with the project
	go run ./cmd/proxlab reproduce all --scale paper --mode both --data real --out out/paper
	@for s in $$(ls out/paper); do \
	  mkdir -p reproduce/$$s/results && rm -rf reproduce/$$s/results/* && \
	  cp -r out/paper/$$s/record.json out/paper/$$s/curves reproduce/$$s/results/ || exit 1; done
	@$(MAKE) --no-print-directory results

results:          ## write docs/results.md and the studies' pages in docs/results anew from the records kept
	@mkdir -p docs/results && for s in '' $$(cd reproduce && ls -d */results | cut -d/ -f1); do \
	  to=docs/results$${s:+/$$s}.md && go run ./cmd/proxlab results $$s >docs/.results.md && mv docs/.results.md $$to || \
	    { rm -f docs/.results.md; exit 1; }; done

release: setup    ## static commands for all systems with checksums, in dist: make release VERSION=v0.1.0
	@go run ./tools/release -version '$(VERSION)'

clean:            ## remove what setup and runs made
	rm -rf .venv .venv-python .bin .jupyter .lab-* node_modules out dist

.venv/.done: tools/notebooks/requirements.txt tools/notebooks/overrides.json
	@command -v python3 >/dev/null || { echo "python3 is missing: install Python 3.10 or newer"; exit 1; }
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "python3 is older than 3.10"; exit 1; }
	@python3 -m venv .venv || { echo "python3 cannot make virtual environments: install python3-venv"; exit 1; }
	@echo "installing Jupyter into .venv"
	@.venv/bin/pip install --quiet --disable-pip-version-check -r tools/notebooks/requirements.txt \
	  || { echo "pip could not install tools/notebooks/requirements.txt: is there a network?"; exit 1; }
	@mkdir -p .venv/share/jupyter/lab/settings && cp tools/notebooks/overrides.json .venv/share/jupyter/lab/settings/overrides.json
	@touch $@

.venv-python/.done: python/requirements-test.txt
	@python3 -m venv .venv-python || { echo "python3 cannot make virtual environments: install python3-venv"; exit 1; }
	@if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then echo "installing scikit-learn into .venv-python"; \
	  .venv-python/bin/pip install --quiet --disable-pip-version-check -r python/requirements-test.txt \
	    || { echo "pip could not install python/requirements-test.txt: is there a network?"; exit 1; }; \
	  else echo "python3 is older than 3.11: the tests of the Python package will be left out"; fi
	@touch $@

.bin/.done: go.mod go.sum
	@echo "installing the GoNB kernel into .bin"
	@GOGC=400 GOBIN="$(CURDIR)/.bin" go install -ldflags=-w tool
	@touch $@

.bin/completion/gopls: tools/gopls/go.mod tools/gopls/go.sum tools/gopls/gopls.sh
	@echo "installing gopls, by which notebooks complete names, into .bin"
	@cd tools/gopls && GOGC=400 GOBIN="$(CURDIR)/.bin/language-server" go install -ldflags=-w tool
	@mkdir -p .bin/completion && cp tools/gopls/gopls.sh $@ && rm -f .bin/gopls

.bin/lint/.done: tools/lint/go.mod tools/lint/go.sum $(wildcard tools/lint/concepts/*)
	@echo "installing the linters into .bin/lint"
	@cd tools/lint && GOGC=400 GOBIN="$(CURDIR)/.bin/lint" go install -ldflags=-w tool
	@touch $@

$(KERNEL): .bin/.done
	@JUPYTER_DATA_DIR="$(CURDIR)/.jupyter" $(TOOLS) gonb --install --force_deps --raw_error >/dev/null 2>.bin/install.log \
	  || { cat .bin/install.log; exit 1; }
	@touch $@

# Without npm the notebooks still run; their charts then load the library from the web.
node_modules/.done: package-lock.json
	@mkdir -p node_modules
	@if command -v npm >/dev/null; then echo "installing the chart library into node_modules"; npm ci --silent --no-audit --no-fund; \
	  else echo "npm is missing: charts will load their library from the web, and draw only with a network"; fi
	@mkdir -p node_modules && touch $@
