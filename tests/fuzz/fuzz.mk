# Fuzzing: clang's libFuzzer searches (make fuzz); what it found is replayed, with
# seeds, by make check, with the default compiler's sanitizers.
FUZZ := log shaped modes file record ingest merged table hot baseline bounds config records retry closed rounded since settings format options client answer url
FUZZ_SAN := -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
# What stands behind no reader is left out: it would only take time to build.
FUZZ_LIB := $(filter-out offline/report/out_text.c offline/report/out_html.c offline/report/out_csv.c offline/report/out_folded.c \
  offline/check/check% offline/check/finding_text.c offline/check/diff% \
  offline/cli/cmd% offline/base/stream.c,$(OFFLINE_LIB)) tests/tool/library/logmake.c tests/fuzz/seal.c tests/fuzz/shape.c
FUZZ_LIB += librt-sample/libc/printf_args.c librt-sample/libc/strto.c upload/closed_runs.c upload/rounded.c common/log_walk.c
# The uploader has its own ways to say errors: both libraries are never in one program.
FUZZ_UPLOAD := $(filter-out upload/main.c,$(wildcard upload/*.c))
FUZZ_UPLOAD += common/log_walk.c librt-sample/spool/spool.c librt-sample/log/link_file.c
FUZZ_OF_UPLOAD := config records retry client answer url
# Of the plugin: C++.
FUZZ_OF_PLUGIN := options
FUZZ_CFLAGS = $(filter-out -fopenmp,$(OFFLINE_CFLAGS)) -Wno-unknown-pragmas -Itests/tool/library -Itests/fuzz $(FUZZ_SAN) -MMD -MP \
  $(if $(filter upload/% %/fuzz_closed.c %/fuzz_rounded.c $(FUZZ_OF_UPLOAD:%=tests/fuzz/fuzz_%.c),$<),-Iupload -DUPLOAD_VERSION='"fuzz"') \
  $(if $(filter librt-sample/% %/fuzz_settings.c %/fuzz_format.c,$<),-Ilibrt-sample)
FUZZ_CXXFLAGS = -std=c++17 -Wall -Wextra $(INCLUDES) -iquote gcc-plugin -Itests/fuzz $(FUZZ_SAN) -MMD -MP
fuzz_obj = $(patsubst %.c,$(O)/fuzz/$(1)/%.o,$(2))
CLANG ?= clang

$(O)/fuzz/replay/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$< (sanitised))$(CC) $(FUZZ_CFLAGS) -c -o $@ $<

$(O)/fuzz/replay/%.o: %.cc
	@mkdir -p $(@D)
	$(call say,CXX,$< (sanitised))$(CXX) $(FUZZ_CXXFLAGS) -c -o $@ $<

$(O)/fuzz/search/%.o: %.cc
	@mkdir -p $(@D)
	$(call say,CLANG,$<)$(CLANG) -w -fsanitize=fuzzer-no-link $(FUZZ_CXXFLAGS) -c -o $@ $<

$(O)/fuzz/search/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CLANG,$<)$(CLANG) -w -fsanitize=fuzzer-no-link $(FUZZ_CFLAGS) -c -o $@ $<

FUZZ_MANUAL := $(O)/fuzz/replay/offline/report/warning_manual.o $(O)/fuzz/search/offline/report/warning_manual.o
$(FUZZ_MANUAL): FUZZ_CFLAGS += -I$(OFFLINE_DIR)
$(FUZZ_MANUAL): $(OFFLINE_DIR)/warning_manual.def

$(O)/fuzz/%.a:
	$(call say,AR,$@)rm -f $@ && ar rcs $@ $^
$(O)/fuzz/replay/lib.a: $(call fuzz_obj,replay,$(FUZZ_LIB))
$(O)/fuzz/search/lib.a: $(call fuzz_obj,search,$(FUZZ_LIB))
$(O)/fuzz/replay/upload.a: $(call fuzz_obj,replay,$(FUZZ_UPLOAD))
$(O)/fuzz/search/upload.a: $(call fuzz_obj,search,$(FUZZ_UPLOAD))

FUZZ_REPLAY := $(FUZZ:%=$(O)/fuzz/replay/fuzz_%)
FUZZ_SEARCH := $(FUZZ:%=$(O)/fuzz/search/fuzz_%)
fuzz_of = $(FUZZ_OF_UPLOAD:%=$(O)/fuzz/$(1)/fuzz_%)
$(filter-out $(call fuzz_of,replay),$(FUZZ_REPLAY)): $(O)/fuzz/replay/lib.a
$(filter-out $(call fuzz_of,search),$(FUZZ_SEARCH)): $(O)/fuzz/search/lib.a
$(call fuzz_of,replay): $(O)/fuzz/replay/upload.a
$(call fuzz_of,search): $(O)/fuzz/search/upload.a

fuzz_cxx = $(if $(filter $(addprefix %/fuzz_,$(FUZZ_OF_PLUGIN)),$@),$(1))
FUZZ_LDLIBS = $(if $(filter %/upload.a,$^),-lcurl) $(call fuzz_cxx,-lstdc++)
# Objects first, the library last.
$(FUZZ_REPLAY): $(O)/fuzz/replay/%: $(O)/fuzz/replay/tests/fuzz/%.o $(call fuzz_obj,replay,tests/fuzz/fuzz.c tests/fuzz/replay.c)
	$(call say,LD,$@)$(CC) $(FUZZ_SAN) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(OFFLINE_LDLIBS) $(FUZZ_LDLIBS)

$(FUZZ_SEARCH): $(O)/fuzz/search/%: $(O)/fuzz/search/tests/fuzz/%.o $(call fuzz_obj,search,tests/fuzz/fuzz.c tests/fuzz/limit.c)
	$(call say,LD,$@)$(CLANG) -fsanitize=fuzzer -Wl,--wrap=LLVMFuzzerTestOneInput $(FUZZ_SAN) $(call fuzz_cxx,-fsanitize-link-c++-runtime) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(OFFLINE_LDLIBS) $(FUZZ_LDLIBS)

-include $(wildcard $(O)/fuzz/*/*/*.d $(O)/fuzz/*/*/*/*.d)

TESTS_SH += tests/fuzz/replay.sh
check: $(FUZZ_REPLAY)

.PHONY: fuzz
T ?= 3600
## fuzz: search for inputs that break a reader, T seconds of CPU time in all (3600); goes on where it was
fuzz: $(FUZZ_SEARCH)
	$(Q)tests/fuzz/search.sh '$(O)' $(T) $(FUZZ)

.PHONY: fuzz-keep
## fuzz-keep: take what the search learned into tests/fuzz/learned, for make check
fuzz-keep: $(FUZZ_SEARCH)
	$(Q)tests/fuzz/keep.sh '$(O)' $(FUZZ)
