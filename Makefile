# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds and checks beyond `cargo build --release`; `make help` lists them.

EXE ?= chuhe
CPU ?=
EVALFILE ?=
# The oldest glibc with which a program for Linux has to start; built for that of this system if it is not given.
GLIBC ?=

CARGO ?= cargo
HOST := $(shell rustc -vV | sed -n 's/^host: //p')
SYSROOT := $(shell rustc --print sysroot)
PROFDATA ?= $(firstword $(wildcard $(SYSROOT)/lib/rustlib/$(HOST)/bin/llvm-profdata) llvm-profdata)
PGO := $(CURDIR)/target/pgo
SUFFIX := $(if $(findstring windows,$(HOST)),.exe)
BUILD = $(CARGO) $(if $(GLIBC),zigbuild,build) --release $(GLIBC:%=--target $(HOST).%)
BUILT = target/$(if $(GLIBC),$(HOST)/)release
FLAGS = $(RUSTFLAGS) $(CPU_FLAG) $(EVALFILE_FLAG)
# The tools belong beside the engine.
TOOLS = $(dir $(EXE))chuhe-tools$(SUFFIX)
CPU_FLAG := $(if $(CPU),-Ctarget-cpu=$(CPU))

# Test frameworks pass a network to build in.
ifneq ($(EVALFILE),)
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
EVALFILE_FLAG := --cfg evalfile
TRY_EVALFILE = $(abspath $(EXE)) eval >/dev/null
endif

.DEFAULT_GOAL := build
.PHONY: build tools native pgo dist deb wasm site guide lab-pages lab-pages-quick test lint bench strangers check-clients clean help

build: ## build the engine, ./$(EXE); options: EXE=name, CPU=x86-64-v3, EVALFILE=network, GLIBC=2.28 (pip install cargo-zigbuild)
	RUSTFLAGS="$(FLAGS)" $(BUILD) --bin chuhe
	cp $(BUILT)/chuhe$(SUFFIX) $(EXE)
	$(TRY_EVALFILE)

tools: ## build the tools, chuhe-tools, beside ./$(EXE), which runs them; options as for `build`
	RUSTFLAGS="$(FLAGS)" $(BUILD) --bin chuhe-tools
	cp $(BUILT)/chuhe-tools$(SUFFIX) $(TOOLS)

native: ## build both for this processor
	$(MAKE) build tools CPU=native

pgo: ## build both with profile-guided optimisation, trained on `bench`
	@$(PROFDATA) --version >/dev/null 2>&1 || { \
	    echo "make pgo: llvm-profdata is missing: rustup component add llvm-tools" >&2; exit 1; }
	rm -rf $(PGO)/profile
	RUSTFLAGS="$(RUSTFLAGS) -Cprofile-generate=$(PGO)/profile $(EVALFILE_FLAG)" \
	    $(CARGO) build --release --bin chuhe --target $(HOST) --target-dir $(PGO)
	$(PGO)/$(HOST)/release/chuhe$(SUFFIX) bench
	@$(PROFDATA) merge -o $(PGO)/merged.profdata $(PGO)/profile || { \
	    echo "make pgo: $(PROFDATA) cannot read what rustc writes: rustup component add llvm-tools" >&2; exit 1; }
	RUSTFLAGS="$(FLAGS) -Cprofile-use=$(PGO)/merged.profdata" \
	    $(CARGO) $(if $(GLIBC),zigbuild,build) --release --bin chuhe --bin chuhe-tools --target $(HOST)$(GLIBC:%=.%) --target-dir $(PGO)
	cp $(PGO)/$(HOST)/release/chuhe$(SUFFIX) $(EXE)
	cp $(PGO)/$(HOST)/release/chuhe-tools$(SUFFIX) $(TOOLS)
	$(TRY_EVALFILE)

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
DIST = target/dist
NAME ?= chuhe-$(VERSION)-$(HOST)
TABLES ?= $(wildcard tables)
RUN ?= $(abspath $(EXE))
PACK = $(if $(SUFFIX),7z a -tzip $(NAME).zip $(NAME),tar -czf $(NAME).tar.gz $(NAME))
SHA256 = $(if $(shell command -v sha256sum),sha256sum,shasum -a 256)

dist: ## pack ./$(EXE) and the tools, built before, with book, tables, manual and licences into target/dist; options: NAME=, TABLES=, RUN=a program that runs here, GLIBC=
	@test -x "$(EXE)" -a -x "$(TOOLS)" || { echo "make dist: there is no $(EXE) or no $(TOOLS): make build tools, or make pgo" >&2; exit 1; }
	$(if $(findstring linux-gnu,$(HOST)),for program in "$(EXE)" "$(TOOLS)"; do package/glibc "$$program" $(GLIBC) || exit; done)
	rm -rf $(DIST)/$(NAME)*
	mkdir -p $(DIST)/$(NAME)/completions
	cp "$(EXE)" $(DIST)/$(NAME)/chuhe$(SUFFIX)
	cp "$(TOOLS)" $(DIST)/$(NAME)
	mkdir $(DIST)/$(NAME)/positions
	cp positions/openings.epd $(DIST)/$(NAME)/positions
	cp -r book/chuhe.book README.md README.zh.md CHANGELOG.md docs LICENSE-APACHE LICENSE-MIT $(TABLES) $(DIST)/$(NAME)
	$(if $(findstring windows,$(HOST)),cp package/chuhe-board.bat $(DIST)/$(NAME))
	$(RUN) manual $(DIST)/$(NAME)/manual
	set -e; for shell in bash zsh fish powershell; do \
	    $(RUN) completions $$shell > $(DIST)/$(NAME)/completions/chuhe.$$shell; done
	cd $(DIST) && $(PACK)
	cd $(DIST) && $(SHA256) $(NAME).*[pz] > $(NAME).sha256

deb: ## pack ./$(EXE) and the tools, built before, as a Debian package in target/debian (cargo install cargo-deb)
	for program in "$(EXE)" "$(TOOLS)"; do package/glibc "$$program" || exit; done
	rm -rf target/package-files
	mkdir -p target/package-files/manual target/package-files/completions
	cp "$(EXE)" target/package-files/chuhe
	cp "$(TOOLS)" target/package-files
	$(RUN) manual target/package-files/manual
	set -e; for shell in bash zsh fish; do \
	    $(RUN) completions $$shell > target/package-files/completions/chuhe.$$shell; done
	$(CARGO) deb --no-build

wasm: ## make the npm package in target/npm/chuhe: the engine in WebAssembly (needs npm; bindings/wasm/check tests it)
	bindings/wasm/build

site: ## make the board for the browser in target/site, which needs no server
	bindings/wasm/site/build

guide: ## make the guide, with the pages of the laboratory, in target/guide (cargo install --locked mdbook)
	mkdir -p docs/lab docs/zh/lab
	set -e; for page in crates/lab/src/pages/*.md crates/lab/src/pages/zh/*.md; do name=$${page##*/}; \
	    case $$page in */zh/*) folder=zh/lab;; *) folder=lab;; esac; \
	    { sed -n "s|.*\[\(.*\)\]($$folder/$$name).*|# \1\n|p" docs/SUMMARY.md; \
	      awk 'FNR == NR && /^<!-- [a-z]* -->$$/ { mark = $$0; next } \
	          FNR == NR { block[mark] = block[mark] $$0 "\n"; next } \
	          { print } /^<!-- [a-z]* -->$$/ && FILENAME ~ /zh/ { printf "%s", block[$$0] }' \
	          crates/lab/src/pages/$$name $$page | \
	      sed -E -e 's/^#/##/' -e 's/\]\((algorithms|super|small|games)::([a-z_]+)\)/](\2.md)/g' \
	          -e 's/\[([^]]+)\]\([A-Za-z_]+(::[A-Za-z_]+)*\)/\1/g' -e 's/\[(`[^`]+`)\]([^(]|$$)/\1\2/g'; \
	    } > docs/$$folder/$$name; done
	mdbook build docs

lab-pages: ## measure the laboratory's pages anew (an hour)
	examples/dev/lab_pages.sh

lab-pages-quick: ## compare the laboratory's quick pages with new measurements (two minutes)
	examples/dev/lab_pages.sh --check quick

test: ## run the quick tests
	$(CARGO) test

lint: ## check formatting, clippy (all feature sets) and documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --all-features

bench: ## print the signature and the speed
	$(CARGO) build --release --bin chuhe
	target/release/chuhe$(SUFFIX) bench

strangers: ## let programs of others play: python-chess, XBoard and more (needs npm, xboard, uci2wb, xvfb, fairy-stockfish)
	$(CARGO) build --release
	tests/clients/strangers target/release/chuhe

check-clients: ## read and write files with a Python package, and test the pages in Chromium (needs npm)
	$(CARGO) build --release
	tests/clients/cchess_pgn.py target/release/chuhe
	tests/clients/cchess_records.py target/release/chuhe
	tests/clients/review_page.py target/release/chuhe target/review-page
	npm install --silent --no-fund --no-audit --prefix target/node axe-core@4 typescript@7
	target/node/node_modules/.bin/tsc --project tests/clients/jsconfig.json
	tests/clients/board_page.py target/release/chuhe target/board-page target/node/node_modules/axe-core/axe.min.js
	bindings/wasm/site/build
	tests/clients/board_site.py target/site target/board-site target/node/node_modules/axe-core/axe.min.js
	tests/clients/board_games.py target/release/chuhe 200
	tests/clients/board_load.py target/release/chuhe

clean: ## remove build output
	$(CARGO) clean
	rm -f $(EXE) $(TOOLS)

help: ## print this list
	@sed -nE 's/^([a-z-]+): ## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
