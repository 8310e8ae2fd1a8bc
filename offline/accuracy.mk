# How right sizes and exponents are: synthetic loops under the runtime, whose
# sampler is the one that ships, then the tool's estimators.
ACCURACY := $(O)/tests/tool/accuracy/accuracy
SIMULATE := $(O)/tests/tool/accuracy/simulate
RECORD := $(O)/tests/tool/accuracy/record
ACCURACY_OBJ := $(patsubst %,$(O)/tests/tool/accuracy/%.o,accuracy compound exponents mixture patterns random replay replays runs)
SEEDS ?= 100
FIRST_SEED ?= 1

$(O)/tests/tool/accuracy/%.o: tests/tool/accuracy/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(OFFLINE_CFLAGS) -Itests/tool/accuracy -Itests/runtime $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

$(ACCURACY): $(ACCURACY_OBJ) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS)

$(SIMULATE): $(O)/tests/tool/accuracy/simulate.o $(O)/tests/tool/accuracy/patterns.o $(O)/tests/tool/accuracy/mixture.o $(O)/tests/tool/accuracy/compound.o $(O)/tests/tool/accuracy/replay.o $(O)/librt-sample.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -pthread -lm

$(RECORD): $(O)/tests/tool/accuracy/record.o $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS)

-include $(wildcard $(O)/tests/tool/accuracy/*.d)

TESTS_SH += tests/tool/accuracy/quick.sh
TEST_SUITES += tests/tool/accuracy/defaults.py
check: $(ACCURACY) $(SIMULATE)

# Recorded once, then kept.
REAL := $(O)/tests/tool/accuracy/real
.PHONY: accuracy
## accuracy: how right sizes, exponents and verdicts are, beside what they must be (PART=programs, defaults, growing, strangers or several; SEEDS, FIRST_SEED)
ifeq ($(PART),programs)
accuracy: $(PRODUCTS)
	$(Q)O='$(O)' CC='$(CC)' CXX='$(CXX)' JOBS='$(JOBS)' tests/tool/accuracy/programs.py --runs 10,20,30 --bounds
else ifeq ($(PART),growing)
accuracy: $(PRODUCTS)
	$(Q)O='$(O)' CC='$(CC)' CXX='$(CXX)' JOBS='$(JOBS)' tests/tool/accuracy/growing.py
else ifeq ($(PART),strangers)
accuracy: $(PRODUCTS)
	$(Q)O='$(O)' CC='$(CC)' CXX='$(CXX)' JOBS='$(JOBS)' tests/tool/accuracy/strangers.py -v
else ifeq ($(PART),several)
accuracy: $(PRODUCTS)
	$(Q)O='$(O)' CC='$(CC)' CXX='$(CXX)' tests/tool/accuracy/several.py
else ifeq ($(PART),defaults)
accuracy: $(PRODUCTS)
	$(Q)O='$(O)' CC='$(CC)' CXX='$(CXX)' tests/tool/accuracy/defaults.py --seeds 200 --dear -v
else
accuracy: $(ACCURACY) $(SIMULATE) $(RECORD) $(FIT_RECOVER) $(PRODUCTS)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/tool/accuracy sizes $(SEEDS) $(FIRST_SEED)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/tool/accuracy mixtures 200 5001
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/tool/accuracy compounds 200 7001
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/tool/accuracy sampler 10000 $(FIRST_SEED)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/tool/accuracy exponents 20 $(FIRST_SEED)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/tool/accuracy families 300 20001
	$(Q)CC='$(CC)' tests/tool/accuracy/real.sh $(O) $(REAL)
	$(Q)$(ACCURACY) $(SIMULATE) $(O)/tests/tool/accuracy replays 200 $(FIRST_SEED) $(REAL)/*.loop
	$(Q)O='$(O)' tests/tool/statistics/fit_recover_full.sh
endif
