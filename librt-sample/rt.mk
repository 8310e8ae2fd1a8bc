# The runtime: librt-sample.a and .so from the same objects.
#
# Plain objects, so that programs built with -flto can link them.  In the
# archive they are two objects whose inner names are local, or begin as the
# others do: nothing of it can meet a name of the program's.
RT_FOLDERS := $(wildcard librt-sample/*) librt-sample/arch/x86_64 librt-sample/arch/x86_64/entry
RT_C := $(wildcard $(RT_FOLDERS:%=%/*.c))
RT_S := $(wildcard $(RT_FOLDERS:%=%/*.S))
RT_OBJS := $(RT_C:%.c=$(O)/%.o) $(RT_S:%.S=$(O)/%.o)
# Of debugging information functions and lines only: each program that links the archive gets a copy.
RT_USER_CFLAGS = $(CFLAGS:-g=-g1)
# Where the linker knows no better thread-local variables are asked for by a call of the loader's, for libraries with the
# runtime inside: those that a running program loads find hardly any room for other ways, and it is not given back.  But
# what every function calls has them at fixed distances, and is an object of its own: most libraries do without it.
RT_THREAD_LOCAL := -ftls-model=global-dynamic -mtls-dialect=gnu2
# What arch/x86_64/save.h saves: whatever CFLAGS say, no instructions that change more.
RT_REGISTERS := -march=x86-64 -mno-avx
RT_CFLAGS := -D_GNU_SOURCE $(CSTD) $(WARN) -fPIC -fvisibility=hidden $(RT_THREAD_LOCAL) -fno-lto -fno-builtin \
	-fno-strict-aliasing -fno-stack-protector -fno-exceptions -fno-omit-frame-pointer -iquote librt-sample -iquote . $(INCLUDES) $(RT_REGISTERS)

PRODUCTS += $(O)/librt-sample.a $(O)/librt-sample.so

$(O)/librt-sample/%.o: librt-sample/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(RT_USER_CFLAGS) $(RT_CFLAGS) $(SANFLAGS) -MMD -MP -c $< -o $@

$(O)/librt-sample/base/string.o: RT_CFLAGS += -fno-tree-loop-distribute-patterns
# Items are copied as the words that they were just stored as: a wider load has to wait for both.
$(O)/librt-sample/cells/logged_set.o: RT_CFLAGS += -fno-tree-slp-vectorize

$(O)/librt-sample/%.o: librt-sample/%.S
	@mkdir -p $(@D)
	$(call say,AS,$<)
	$(Q)$(CC) -g1 -fPIC -iquote librt-sample $(INCLUDES) -MMD -MP -c $< -o $@

# The shared library is not unloaded, so that its thread-local variables have room of their own: initial.S.
RT_INITIAL := $(O)/librt-sample/arch/x86_64/shared/initial.o

# Entry points of in-house mode and contexts, and the inner names that they call.
RT_ENTRIES := $(patsubst %,$(O)/librt-sample/arch/x86_64/entry/%.o,inhouse first_reads contexts)
RT_ENTRIES_NAMES := $(patsubst %,rt_%,context_find contexts frame_first frame_first_at frame_left frame_take frame_taken in_at_limit in_enter in_leave \
	in_left in_tail inhouse_quick inhouse_refused nobody save_result save_void)
RT_ENTRIES_RENAMED := $(foreach n,$(RT_ENTRIES_NAMES),--redefine-sym $(n)=__algoprof1_$(n) --globalize-symbol=__algoprof1_$(n))

$(O)/librt-sample/rt-sample.o: $(filter-out $(RT_ENTRIES),$(RT_OBJS))
$(O)/librt-sample/rt-entries.o: $(RT_ENTRIES)
$(O)/librt-sample/rt-shared.o: $(RT_OBJS) $(RT_INITIAL)
$(O)/librt-sample/rt-sample.o $(O)/librt-sample/rt-entries.o $(O)/librt-sample/rt-shared.o:
	$(call say,LD,$@)
	$(Q)$(CC) -r -nostdlib $^ -o $@.tmp
	$(Q)objcopy --localize-hidden $@.tmp $@
	$(Q)$(if $(@:%rt-shared.o=),objcopy $(RT_ENTRIES_RENAMED) $@)
	$(Q)rm -f $@.tmp

$(O)/librt-sample.a: $(O)/librt-sample/rt-sample.o $(O)/librt-sample/rt-entries.o
	$(call say,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

# Sections keep their order.  Code and constants are one mapping, which takes each process less time to load.
$(O)/librt-sample.so: $(O)/librt-sample/rt-shared.o librt-sample/librt-sample.map
	$(call say,LD,$@)
	$(Q)$(CC) -shared -Wl,-soname,librt-sample.so.1 -Wl,--version-script=librt-sample/librt-sample.map \
		-Wl,-z,nodelete,-z,noseparate-code $(if $(SANFLAGS),$(SANFLAGS),-Wl,-z,defs) $< -o $@
	$(Q)ln -sf $(@F) $@.1

-include $(RT_OBJS:.o=.d)

# A runtime for tests, which has instances left at random moments.
LEAVING := $(O)/tests/runtime/leaving
$(LEAVING)/librt-sample.a: tests/runtime/leaving.c $(filter-out %/budget/start_or_leave.o,$(RT_OBJS))
	@mkdir -p $(@D)
	$(call say,AR,$@)
	$(Q)$(CC) $(RT_USER_CFLAGS) $(RT_CFLAGS) $(SANFLAGS) -Ilibrt-sample -c $< -o $(@D)/leaving.o
	$(Q)$(CC) -r -nostdlib $(@D)/leaving.o $(filter %.o,$^) -o $(@D)/all.o
	$(Q)objcopy --localize-hidden $(@D)/all.o
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(@D)/all.o
	$(Q)$(CC) -shared -Wl,-soname,librt-sample.so.1 -Wl,--version-script=librt-sample/librt-sample.map \
		-Wl,-z,nodelete $(SANFLAGS) $(@D)/leaving.o $(filter %.o,$^) -o $(@D)/librt-sample.so
	$(Q)ln -sf librt-sample.so $(@D)/librt-sample.so.1

# ---- tests ----
TEST_SUITES += tests/judged/runs/run.py tests/judged/runs/own.py tests/judged/runs/told.py
TESTS_SH += tests/runtime/symbols.sh tests/runtime/licence.sh tests/runtime/instruction_counts.sh
# The subject is linked with the archive; the tests read its logs.
RT_TESTS := sampler trace process file chain steps modules budget runs
RT_TEST_CFLAGS := -D_GNU_SOURCE $(CSTD) $(WARN) $(INCLUDES) -Ilibrt-sample -iquote . -DFOLDER='"$(O)/tests/runtime"'
RT_UNITS := gap pair_table rules cells touch thunks union lease lock log meter several expected_price target_shares notes string profiles
TESTS_CMOCKA += $(RT_TESTS:%=$(O)/tests/runtime/test_%) $(RT_UNITS:%=$(O)/tests/runtime/test_%)

RT_SUBJECT := tests/runtime/subject.c tests/runtime/subject_scenes.c tests/runtime/subject_places.c tests/runtime/subject_ranges.c \
	tests/runtime/subject_threads.c tests/runtime/subject_processes.c tests/runtime/subject_exits.c
$(O)/tests/runtime/subject: $(RT_SUBJECT) tests/runtime/subject.h tests/runtime/shim.h $(O)/librt-sample.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $(RT_SUBJECT) $(O)/librt-sample.a -pthread -o $@

RT_CHAINS := tests/runtime/chains.c tests/runtime/chains_trees.c tests/runtime/chains_exits.c \
	tests/runtime/chains_forks.c tests/runtime/chains_steps.c tests/runtime/model.c
$(O)/tests/runtime/burner $(O)/tests/runtime/ends $(O)/tests/runtime/instruction_counts: $(O)/tests/runtime/%: tests/runtime/%.c tests/runtime/shim.h $(O)/librt-sample.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $< $(O)/librt-sample.a -pthread -o $@

# They see the runtime's inside.
$(O)/tests/runtime/between $(O)/tests/runtime/forking: $(O)/tests/runtime/%: tests/runtime/%.c tests/runtime/shim.h $(RT_OBJS)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $< $(RT_OBJS) -pthread -o $@

# Its mmap takes the place of the runtime's own.
$(O)/tests/runtime/held: tests/runtime/held.c tests/runtime/shim.h $(O)/librt-sample/rt-sample.o
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)objcopy --globalize-symbol=mmap $(O)/librt-sample/rt-sample.o $@.rt.o
	$(Q)objcopy --weaken-symbol=mmap $@.rt.o
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $< $@.rt.o -pthread -ldl -o $@

$(O)/tests/runtime/chains: $(RT_CHAINS) tests/runtime/chains.h tests/runtime/model.h tests/runtime/shim.h $(O)/librt-sample.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $(RT_CHAINS) $(O)/librt-sample.a -pthread -o $@

$(O)/tests/runtime/chains-so: $(RT_CHAINS) tests/runtime/chains.h tests/runtime/model.h tests/runtime/shim.h $(O)/librt-sample.so
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $(RT_CHAINS) -L$(O) -lrt-sample -Wl,-rpath,$(abspath $(O)) \
		-Wl,-z,lazy -pthread -o $@

# Libraries with targets: two that have one place for their thread-local
# records, two whose are allocated, one with a runtime of its own.
RT_MODULES := $(patsubst %,$(O)/tests/runtime/module-%.so,a b c d static)
$(O)/tests/runtime/module-a.so: RT_MODULE := -DMODULE=a -ftls-model=initial-exec -L$(O) -lrt-sample
$(O)/tests/runtime/module-b.so: RT_MODULE := -DMODULE=b -DCOST=0 -ftls-model=initial-exec -L$(O) -lrt-sample
$(O)/tests/runtime/module-c.so: RT_MODULE := -DMODULE=c -ftls-model=global-dynamic -L$(O) -lrt-sample
$(O)/tests/runtime/module-d.so: RT_MODULE := -DMODULE=d -DMORE=5000 -ftls-model=global-dynamic -L$(O) -lrt-sample
$(O)/tests/runtime/module-static.so: RT_MODULE := -DMODULE=s $(O)/librt-sample.a -Wl,--exclude-libs,ALL -Wl,-Bsymbolic
$(RT_MODULES): tests/runtime/module.c tests/runtime/shim.h $(O)/librt-sample.a $(O)/librt-sample.so
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) -O2 -g -fPIC -fvisibility=hidden -shared $(RT_TEST_CFLAGS) $(SANFLAGS) $< $(RT_MODULE) -o $@

$(O)/tests/runtime/loader: tests/runtime/loader.c tests/runtime/shim.h $(O)/librt-sample.so $(RT_MODULES)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $< -L$(O) -lrt-sample -Wl,-rpath,$(abspath $(O)) -ldl -pthread -o $@

$(O)/tests/runtime/subject-so: $(RT_SUBJECT) tests/runtime/subject.h tests/runtime/shim.h $(O)/librt-sample.so
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $(RT_SUBJECT) -L$(O) -lrt-sample -Wl,-rpath,$(abspath $(O)) \
		-Wl,-z,lazy -pthread -o $@

$(RT_TESTS:%=$(O)/tests/runtime/test_%): $(O)/tests/runtime/test_%: tests/runtime/test_%.c tests/runtime/run.c tests/runtime/walk.c \
		tests/runtime/run.h tests/runtime/walk.h $(O)/tests/runtime/subject $(O)/tests/runtime/subject-so \
		$(O)/tests/runtime/chains $(O)/tests/runtime/chains-so $(O)/tests/runtime/loader \
		$(O)/tests/runtime/burner $(O)/tests/runtime/ends $(O)/tests/runtime/held $(O)/tests/runtime/between $(O)/tests/runtime/forking \
		$(O)/tests/runtime/instruction_counts
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $< tests/runtime/run.c tests/runtime/walk.c -lcmocka -lm -o $@

# Single parts, and the thunks with the whole runtime around them.
RT_UNIT_gap := $(O)/librt-sample/base/rng.o
RT_UNIT_pair_table := $(O)/librt-sample/sample/pair_table.o $(O)/librt-sample/base/rng.o
RT_UNIT_rules := $(O)/librt-sample/callers/rules.o
RT_UNIT_cells := $(O)/librt-sample/cells/cells.o $(O)/librt-sample/cells/logged_set.o $(O)/librt-sample/cells/spans.o $(O)/librt-sample/cells/strides.o \
	$(O)/librt-sample/base/memory.o $(O)/librt-sample/base/rng.o $(O)/librt-sample/base/options.o $(O)/librt-sample/base/clock.o
RT_UNIT_touch := $(RT_UNIT_cells) $(O)/librt-sample/trace/touch.o
RT_UNIT_union := $(RT_UNIT_cells) $(O)/librt-sample/cells/union.o
RT_UNIT_thunks := $(O)/librt-sample.a
RT_UNIT_lease := $(O)/librt-sample/log/lease.o
RT_UNIT_lock := $(O)/librt-sample/core/lock.o $(O)/librt-sample/core/thread.o
RT_UNIT_log := $(O)/librt-sample/log/space.o $(O)/librt-sample/log/free_blocks.o $(O)/librt-sample/log/two_copies.o $(O)/librt-sample/log/lease.o
RT_UNIT_meter := $(O)/librt-sample/budget/allowance.o $(O)/librt-sample/budget/start_or_leave.o $(O)/librt-sample/budget/target_shares.o $(O)/librt-sample/budget/expected_price.o $(O)/librt-sample/budget/prices.o
RT_UNIT_several = $(RT_UNIT_meter)
RT_UNIT_notes := $(O)/librt-sample/core/modules.o $(O)/librt-sample/base/string.o
RT_UNIT_target_shares := $(O)/librt-sample/budget/target_shares.o
RT_UNIT_expected_price := $(O)/librt-sample/budget/target_shares.o $(O)/librt-sample/budget/expected_price.o $(O)/librt-sample/budget/prices.o
RT_UNIT_string := $(O)/librt-sample/base/string.o
RT_UNIT_profiles := $(O)/librt-sample/inhouse/profiles.o $(O)/librt-sample/base/memory.o $(O)/librt-sample/base/rng.o \
	$(O)/librt-sample/arch/x86_64/entry/inhouse.o
$(O)/tests/runtime/test_meter $(O)/tests/runtime/test_several: tests/runtime/meter.h
$(O)/tests/runtime/test_string: RT_TEST_CFLAGS += -fno-builtin
.SECONDEXPANSION:
$(RT_UNITS:%=$(O)/tests/runtime/test_%): $(O)/tests/runtime/test_%: tests/runtime/test_%.c tests/runtime/shim.h $$(RT_UNIT_$$*)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -O2 -g $(RT_TEST_CFLAGS) $(SANFLAGS) $< $(RT_UNIT_$*) -pthread -lcmocka -lm -o $@
