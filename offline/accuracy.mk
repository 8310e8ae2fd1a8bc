# How right sizes and exponents are: synthetic loops under the runtime, whose
# sampler is the one that ships, then the tool's estimators.
ACCURACY := $(O)/tests/accuracy/accuracy
SIMULATE := $(O)/tests/accuracy/simulate
RECORD := $(O)/tests/accuracy/record
ACCURACY_OBJ := $(patsubst %,$(O)/tests/accuracy/%.o,accuracy compound exponents mixture patterns random replay replays runs)
SEEDS ?= 100
FIRST_SEED ?= 1

$(O)/tests/accuracy/%.o: tests/accuracy/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(OFFLINE_CFLAGS) -Itests/accuracy -Itests/rt $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

$(ACCURACY): $(ACCURACY_OBJ) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS)

$(SIMULATE): $(O)/tests/accuracy/simulate.o $(O)/tests/accuracy/patterns.o $(O)/tests/accuracy/mixture.o $(O)/tests/accuracy/compound.o $(O)/tests/accuracy/replay.o $(O)/librt-sample.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -pthread -lm

$(RECORD): $(O)/tests/accuracy/record.o $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS)

-include $(wildcard $(O)/tests/accuracy/*.d)

TESTS_SH += tests/accuracy/quick.sh
check: $(ACCURACY) $(SIMULATE)

# Recorded once, then kept.
REAL := $(O)/tests/accuracy/real
.PHONY: accuracy
## accuracy: how right sizes and exponents are, beside what they must be (SEEDS, FIRST_SEED)
accuracy: $(ACCURACY) $(SIMULATE) $(RECORD) $(FIT_RECOVER) $(PRODUCTS)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/accuracy sizes $(SEEDS) $(FIRST_SEED)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/accuracy mixtures 200 5001
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/accuracy compounds 200 7001
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/accuracy sampler 10000 $(FIRST_SEED)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/accuracy exponents 20 $(FIRST_SEED)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/accuracy families 300 20001
	$(Q)CC='$(CC)' tests/accuracy/real.sh $(O) $(REAL)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/accuracy replays 200 $(FIRST_SEED) $(REAL)/*.loop
	$(Q)O='$(O)' tests/analyze/fit_recover_full.sh
