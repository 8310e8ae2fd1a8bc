# The fit's Monte-Carlo: a short run in `check', the full one in `torture'.
FIT_RECOVER := $(O)/tests/tool/statistics/fit_recover
FIT_RECOVER_OBJ := $(patsubst tests/tool/statistics/%.c,$(O)/tests/tool/statistics/%.o,$(wildcard tests/tool/statistics/fit_*.c))
TESTS_CMOCKA += $(FIT_RECOVER)
TORTURE += tests/tool/statistics/fit_recover_full.sh
torture: $(FIT_RECOVER)

$(O)/tests/tool/statistics/%.o: tests/tool/statistics/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(OFFLINE_CFLAGS) -Itests/tool/statistics $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

$(FIT_RECOVER): $(FIT_RECOVER_OBJ) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS)

-include $(wildcard $(O)/tests/tool/statistics/*.d)
