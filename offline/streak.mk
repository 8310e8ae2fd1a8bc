# STREAK against its reference in Python, on random loops.
STREAK_EVAL := $(O)/tests/tool/statistics/streak_eval
TESTS_SH += tests/tool/statistics/streak_random.py
check: $(STREAK_EVAL)

$(STREAK_EVAL).o: OFFLINE_CFLAGS += -Itests/tool/library
$(STREAK_EVAL): $(STREAK_EVAL).o $(OFFLINE_TEST_LIB) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS)
