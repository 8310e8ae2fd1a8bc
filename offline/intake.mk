# Taking logs into databases: the tests, and the generator of fleets.
FLEET := $(O)/tests/tool/fleet/fleet
TESTS_SH += tests/tool/intake/run.py
TORTURE += tests/torture/fleet.py
check torture: $(FLEET)

$(FLEET): tests/tool/fleet/fleet.c tests/tool/fleet/play.c tests/tool/fleet/play.h $(OFFLINE_TEST_LIB) $(OFFLINE_DIR)/liboffline.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(OFFLINE_CFLAGS) -Itests/tool/library -Itests/tool/fleet $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ \
	    $(filter-out %.h,$^) $(OFFLINE_LDLIBS)


# With OpenMPI, where it is: the same, by many machines.
MPICC ?= $(shell command -v mpicc 2>/dev/null)
ifneq ($(MPICC),)
PRODUCTS += $(O)/algoprof-mpi
endif

$(O)/algoprof-mpi: offline/mpi/main.c $(OFFLINE_DIR)/cli/cmd_ingest.o $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(MPICC) $(OFFLINE_CFLAGS) $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS) \
	    $(OFFLINE_MALLOC)

# Uploads of someone who wants to do harm.
HOSTILE := $(O)/tests/fuzz/hostile
TEST_SUITES += tests/field/hostile.py
HEAVY := $(O)/tests/fuzz/heavy
check torture: $(HOSTILE) $(HEAVY)

$(HEAVY): tests/fuzz/heavy.c tests/fuzz/heavy_modes.c $(OFFLINE_TEST_LIB) $(OFFLINE_DIR)/liboffline.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(OFFLINE_CFLAGS) -Itests/tool/library -Itests/fuzz $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ $^ \
	    $(OFFLINE_LDLIBS)

$(HOSTILE): tests/fuzz/hostile.c tests/fuzz/seal.c tests/fuzz/seal.h $(OFFLINE_TEST_LIB) $(OFFLINE_DIR)/liboffline.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(OFFLINE_CFLAGS) -Itests/tool/library -Itests/fuzz $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ \
	    $(filter-out %.h,$^) $(OFFLINE_LDLIBS)
