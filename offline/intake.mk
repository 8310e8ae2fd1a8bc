# Taking logs into databases: the tests, and the generator of fleets.
FLEET := $(O)/tests/fleet/fleet
TEST_SUITES += tests/intake/run.py
check torture: $(FLEET)

$(FLEET): tests/fleet/fleet.c tests/fleet/play.c tests/fleet/play.h $(OFFLINE_TEST_LIB) $(OFFLINE_DIR)/liboffline.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(OFFLINE_CFLAGS) -Itests/offline -Itests/fleet $(CFLAGS) $(SANFLAGS) $(LDFLAGS) -o $@ \
	    $(filter-out %.h,$^) $(OFFLINE_LDLIBS)

