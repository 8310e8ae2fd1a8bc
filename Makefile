# algoprof: see README.md.  Top rules only; each component has its own .mk.
#
# Make runs twice: first without the components' rules, to see to the Debian
# packages, then a second time to build.  So nothing asks a compiler that may
# not be there yet for a path.
.DEFAULT_GOAL := all
include mk/config.mk
include mk/quiet.mk

GOALS := $(or $(MAKECMDGOALS),all)
STAGE := $(if $(filter-out clean help deps,$(GOALS)),$(if $(DEPS_CHECKED),build,packages),bare)

ifneq ($(STAGE),packages)
ifeq ($(STAGE),build)
include gcc-plugin/plugin.mk
include librt-sample/rt.mk
include common/common.mk
include offline/offline.mk
include upload/upload.mk
include examples/examples.mk
include tests/tests.mk
include bench/bench.mk
include mk/install.mk
endif

.PHONY: all clean help deps
## all: the plugin, the runtime and the tool, in $(O)
all: $(PRODUCTS)

## deps: check for the Debian packages that a build needs
deps:
	$(Q)mk/deps.sh build

## clean: remove what was built
clean:
	$(Q)rm -rf $(O)

## help: this list
help:
	$(Q)sed -n 's/^## //p' Makefile */*.mk | sort
	$(Q)printf '\nO=DIR build folder, V=1 full commands, SAN=1 AddressSanitizer and UBSan (runtime, tool)\n'

else
# Goals that install what is missing, each with its list of packages.
DEPS := $(sort $(patsubst fuzz-keep,fuzz,$(filter check torture demo bench accuracy fuzz fuzz-keep,$(GOALS))))

.PHONY: $(GOALS) second-make
$(GOALS): second-make
	@:

second-make:
	$(Q)mk/deps.sh $(or $(DEPS),build)
	$(Q)$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(nproc)) DEPS_CHECKED=1 $(GOALS)
endif
