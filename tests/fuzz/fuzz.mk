# Fuzzing: clang's libFuzzer searches (make fuzz); what it found is replayed, with
# seeds, by make check, with the default compiler's sanitizers.
FUZZ := log file record table hot baseline bounds config
FUZZ_SAN := -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
# What stands behind no reader is left out: it would only take time to build.
FUZZ_LIB := $(filter-out offline/report/words.c offline/report/out_% offline/report/source% offline/report/plot% \
  offline/report/columns.c offline/store/db% offline/store/store% offline/store/intake% offline/program/binary% \
  offline/gate/check% offline/gate/diff% offline/cmd/% offline/base/stream.c offline/base/whole_file.c,$(OFFLINE_LIB)) \
  tests/offline/logmake.c
FUZZ_CFLAGS = $(filter-out -fopenmp,$(OFFLINE_CFLAGS)) -Wno-unknown-pragmas -Itests/offline -Itests/fuzz $(FUZZ_SAN) -MMD -MP
FUZZ_UPLOAD := upload/config.c upload/say.c
fuzz_obj = $(patsubst %.c,$(O)/fuzz/$(1)/%.o,$(2))
CLANG ?= clang

$(O)/fuzz/replay/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$< (sanitised))$(CC) $(FUZZ_CFLAGS) $(if $(filter upload/% %/fuzz_config.c,$<),-Iupload) -c -o $@ $<

$(O)/fuzz/search/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CLANG,$<)$(CLANG) -w -fsanitize=fuzzer-no-link $(FUZZ_CFLAGS) $(if $(filter upload/% %/fuzz_config.c,$<),-Iupload) -c -o $@ $<

$(O)/fuzz/%/lib.a:
	$(call say,AR,$@)rm -f $@ && ar rcs $@ $^
$(O)/fuzz/replay/lib.a: $(call fuzz_obj,replay,$(FUZZ_LIB))
$(O)/fuzz/search/lib.a: $(call fuzz_obj,search,$(FUZZ_LIB))

FUZZ_REPLAY := $(FUZZ:%=$(O)/fuzz/replay/fuzz_%)
FUZZ_SEARCH := $(FUZZ:%=$(O)/fuzz/search/fuzz_%)
FUZZ_WITH_LIB = $(filter-out %/fuzz_config,$(1))
$(call FUZZ_WITH_LIB,$(FUZZ_REPLAY)): $(O)/fuzz/replay/lib.a
$(call FUZZ_WITH_LIB,$(FUZZ_SEARCH)): $(O)/fuzz/search/lib.a
$(O)/fuzz/replay/fuzz_config: $(call fuzz_obj,replay,$(FUZZ_UPLOAD))
$(O)/fuzz/search/fuzz_config: $(call fuzz_obj,search,$(FUZZ_UPLOAD))

# Objects first, the library last.
$(FUZZ_REPLAY): $(O)/fuzz/replay/%: $(O)/fuzz/replay/tests/fuzz/%.o $(call fuzz_obj,replay,tests/fuzz/fuzz.c tests/fuzz/replay.c)
	$(call say,LD,$@)$(CC) $(FUZZ_SAN) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(OFFLINE_LDLIBS)

$(FUZZ_SEARCH): $(O)/fuzz/search/%: $(O)/fuzz/search/tests/fuzz/%.o $(call fuzz_obj,search,tests/fuzz/fuzz.c)
	$(call say,LD,$@)$(CLANG) -fsanitize=fuzzer $(FUZZ_SAN) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(OFFLINE_LDLIBS)

-include $(wildcard $(O)/fuzz/*/*/*.d $(O)/fuzz/*/*/*/*.d)

TESTS_SH += tests/fuzz/replay.sh
check: $(FUZZ_REPLAY)

.PHONY: fuzz
T ?= 3600
## fuzz: search for inputs that break a reader, T seconds in all (3600); goes on where it was
fuzz: $(FUZZ_SEARCH)
	$(Q)tests/fuzz/search.sh '$(O)' $(T) $(FUZZ)
