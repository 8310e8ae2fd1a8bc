# algoprof: see README.md.  Top rules only; each component has its own .mk.
.DEFAULT_GOAL := all
include mk/config.mk
include mk/quiet.mk
include gcc-plugin/plugin.mk
include librt-sample/rt.mk
include offline/offline.mk
include examples/examples.mk
include tests/tests.mk
include bench/bench.mk

.PHONY: all clean help deps
## all: the plugin, the runtime and the tool, in $(O)
all: deps $(PRODUCTS)

## deps: check for the Debian packages that a build needs
deps:
	$(Q)mk/deps.sh build

## clean: remove what was built
clean:
	$(Q)rm -rf $(O)

## help: this list
help:
	$(Q)sed -n 's/^## //p' $(MAKEFILE_LIST) | sort
	$(Q)printf '\nO=DIR build folder, V=1 full commands, SAN=1 AddressSanitizer and UBSan (runtime, tool)\n'
