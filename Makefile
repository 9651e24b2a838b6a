# make run        simulate a bundled model        make test     everything that must hold
# make            build build/release             make format   clang-format in place
# make bench      measure                         make install  PREFIX=/usr/local, and make uninstall
# make bench-peers  measure next to SUNDIALS built with -O3 (fetches its source)
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
MODEL  ?= examples/clutch/Clutch.mo
CTEST  := ctest --output-on-failure --no-tests=error -j $(JOBS)

.PHONY: build run test headers sanitize bench bench-peers format install uninstall clean setup
.NOTPARALLEL:

build: build/release/build.ninja
	cmake --build build/release -j $(JOBS) --target saltus_app

run: build
	build/release/apps/saltus/saltus simulate $(MODEL) --output build/$(notdir $(MODEL:.mo=.csv))

# The sanitizer build has the quick tests only; the summary of all tests comes last.
test: headers sanitize
	cmake --build build/release -j $(JOBS)
	$(CTEST) --test-dir build/release

headers: build/release/build.ninja
	cmake --build build/release -j $(JOBS) --target all_verify_interface_header_sets

sanitize: build/sanitize/build.ninja
	cmake --build build/sanitize -j $(JOBS)
	$(CTEST) --test-dir build/sanitize --label-exclude slow

bench: build/release/build.ninja
	cmake --build build/release -j $(JOBS)
	tools/run_benchmarks build/release

bench-peers: setup
	benchmarks/peers/build_sundials build/sundials
	cmake --preset release
	cmake --build build/release -j $(JOBS)
	tools/run_benchmarks build/release '*_peers'

format: setup
	tools/format

install: build
	cmake --install build/release --prefix $(PREFIX)

# What the last `make install` of this folder put there.
uninstall:
	test -f build/release/install_manifest.txt
	xargs -d '\n' rm -f < build/release/install_manifest.txt

clean:
	rm -rf build

build/%/build.ninja: | setup
	cmake --preset $*

setup:
	@tools/setup
