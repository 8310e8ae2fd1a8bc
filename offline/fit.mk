# The fit's Monte-Carlo: a short run in `check', the full one in `torture'.
FIT_RECOVER := $(O)/tests/analyze/fit_recover
FIT_RECOVER_OBJ := $(patsubst tests/analyze/%.c,$(O)/tests/analyze/%.o,$(wildcard tests/analyze/fit_*.c))
TESTS_CMOCKA += $(FIT_RECOVER)
TORTURE += tests/analyze/fit_recover_full.sh
torture: $(FIT_RECOVER)

$(O)/tests/analyze/%.o: tests/analyze/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(OFFLINE_CFLAGS) -Itests/analyze $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

$(FIT_RECOVER): $(FIT_RECOVER_OBJ) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS)

-include $(wildcard $(O)/tests/analyze/*.d)
