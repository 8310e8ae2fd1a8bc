# The tests.  A component lists its own in its .mk:
#   TESTS_CMOCKA  cmocka programs to build and run
#   TESTS_SH      scripts that print "ok NAME" or "not ok NAME" lines (exit 77: skipped)
#   TORTURE       scripts of the long suites, likewise
#   TEST_SUITES   those whose answers depend on what else runs: alone, one after the other
JOBS ?= $(shell nproc)

# The longest begin first, so that none is left alone in the end.  Components may have named theirs already.
LONGEST := tests/tool/intake/run.py tests/plugin/run.sh tests/judged/counts/run.py tests/judged/exact/run.py \
  tests/judged/recursion/run.py tests/inhouse/run.py tests/contexts/run.py tests/tool/html/run.py \
  tests/compile/with-others/run.py tests/plugin/products/run.py tests/compile/original/run.py \
  tests/compile/objects/run.py tests/compile/same-output/run.py tests/judged/even-reads/run.py

TESTS_SH := $(LONGEST) $(filter-out $(LONGEST),$(TESTS_SH)) \
  tests/compile/between/run.py tests/compile/loader/run.py tests/compile/collector/run.py \
  tests/contexts/beside.py tests/contexts/blame.py tests/contexts/bounds.py tests/contexts/callers.py tests/contexts/callgrind.py \
  tests/contexts/faults.py \
  tests/contexts/formats.py tests/contexts/growth.py tests/contexts/judges.py tests/contexts/logs.py tests/contexts/real.py \
  tests/docs/commands.py tests/docs/pictures.py tests/docs/refusals.py \
  tests/e2e/classes.sh tests/e2e/exact.py tests/e2e/footprint.py tests/e2e/full.py tests/e2e/huge.py tests/e2e/left-sort.py \
  tests/e2e/list.py tests/e2e/live.py tests/e2e/long-lists.py tests/e2e/log-lost.py tests/e2e/log-remote.py tests/e2e/many-targets.py \
  tests/e2e/messages.sh tests/e2e/musl.sh tests/e2e/no-runtime.sh tests/e2e/reload.py tests/e2e/report-memory.py \
  tests/e2e/setuid.sh tests/e2e/streams.py tests/e2e/symbols.py tests/e2e/two-runtimes.py tests/e2e/unload-cost.py \
  tests/field/limits.py tests/field/privacy.py tests/field/receiver.py tests/field/rounded.py tests/field/rules.py tests/field/services.py \
  tests/field/spool/contents.py tests/field/spool/header.py tests/field/spool/modules.py \
  tests/field/upload.py tests/field/whole_way.py \
  tests/inhouse/agree.py tests/inhouse/apart.py tests/inhouse/formats.py tests/inhouse/growth.py tests/inhouse/limits.py \
  tests/inhouse/loops.py tests/inhouse/opaque.py tests/inhouse/papers.py tests/inhouse/robust.py tests/inhouse/selection.py tests/inhouse/suggest.py \
  tests/inhouse/threads.py tests/inhouse/times.py \
  tests/judged/early-exits/run.sh tests/plugin/products/axes.py tests/structure/cycles.py tests/structure/machine.py \
  tests/tool/html/colours.py tests/tool/html/contexts.py tests/tool/html/functions.py tests/tool/recorded/run.py \
  tests/torture/sample.sh

TEST_SUITES := $(TEST_SUITES) tests/docs/run.py \
  tests/e2e/budget.py tests/e2e/innocents.py tests/e2e/inside-outgrown.py tests/e2e/kill9.py \
  tests/e2e/late-costly-loop.py tests/e2e/left-loops.py tests/e2e/outer-loop-work.py tests/e2e/pairs-by-budget.py \
  tests/e2e/planted.py tests/e2e/run_command.py tests/e2e/threads.py \
  tests/field/chain.py tests/field/connections.py tests/field/faults.py tests/field/losses.py \
  tests/field/spool/faults.py tests/field/spool/spool.py

TORTURE += tests/torture/answers.py tests/torture/bare.sh tests/torture/blame.sh tests/torture/c-torture.py \
  tests/torture/compilers.sh tests/torture/compiles.py \
  tests/torture/contexts.py tests/torture/contexts.sh tests/torture/csmith.py tests/torture/early-exits.sh tests/torture/exact.py \
  tests/torture/field.py tests/torture/flags.py tests/torture/g++-torture.py tests/torture/ggc.sh tests/torture/inhouse.py tests/torture/inhouse.sh tests/torture/levels.sh \
  tests/torture/packages.sh tests/torture/planted.sh tests/torture/projects.sh tests/torture/races.sh \
  tests/torture/real.py tests/torture/recursions.sh

# The programs under test are linked with a runtime that may be sanitised.
TEST_ENV = O='$(O)' CC='$(CC)' CXX='$(CXX)' SAN='$(SAN)' SANFLAGS='$(SANFLAGS)' JOBS='$(JOBS)'

.PHONY: check torture
## check: install what is missing, build, run all tests
check: $(PRODUCTS) $(TESTS_CMOCKA) $(LEAVING)/librt-sample.a
	$(Q)$(TEST_ENV) tests/run.sh --programs $(TESTS_CMOCKA) --scripts $(TESTS_SH) --suites $(TEST_SUITES)

# PART names suites, GROUP a level or a code base in them.
TORTURE_SUITES = $(if $(PART),$(foreach part,$(PART),$(or $(filter %/$(part).py %/$(part).sh,$(TORTURE)),\
  $(error PART=$(part): parts are $(basename $(notdir $(TORTURE)))))),$(TORTURE))

## torture: the long suites (hours; stopped, they go on where they were; PART=csmith, PART=c-torture GROUP=-O2)
torture: $(PRODUCTS) $(LEAVING)/librt-sample.a
	$(Q)$(TEST_ENV) TIMEOUT=172800 TORTURE_GROUP='$(GROUP)' tests/run.sh --suites $(TORTURE_SUITES)
