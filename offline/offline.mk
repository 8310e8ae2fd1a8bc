# The offline tool: a library of all files that neither print nor exit, and the
# commands.
OFFLINE_DIR := $(O)/offline
OFFLINE_CMD := offline/cli/main.c $(wildcard offline/cli/cmd_*.c)
OFFLINE_LIB := $(filter-out $(OFFLINE_CMD),$(filter-out offline/mpi/%,$(wildcard offline/*/*.c)))
OFFLINE_OBJ = $(patsubst offline/%.c,$(OFFLINE_DIR)/%.o,$(1))

OFFLINE_CFLAGS := $(CSTD) -D_GNU_SOURCE $(WARN) -fopenmp $(INCLUDES) -I. -Ioffline -I/usr/include/postgresql
OFFLINE_LDLIBS := -lgsl -lgslcblas -ljansson -lroaring -ldw -lelf -lzstd -lsqlite3 -liberty -lm
# AddressSanitizer has an allocator of its own.
OFFLINE_MALLOC := $(if $(filter 1,$(SAN)),,-ljemalloc)

PRODUCTS += $(O)/algoprof

$(O)/algoprof: $(call OFFLINE_OBJ,$(OFFLINE_CMD)) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS) $(OFFLINE_MALLOC)

$(OFFLINE_DIR)/liboffline.a: $(call OFFLINE_OBJ,$(OFFLINE_LIB)) $(COMMON_OBJ) $(OFFLINE_DIR)/html/embed.o
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^

$(OFFLINE_DIR)/%.o: offline/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(OFFLINE_CFLAGS) $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(OFFLINE_DIR)/*/*.d)

include offline/html.mk

# Tests: each tests/tool/library/test_*.c is a program of its own; the other files
# there are helpers of all.
OFFLINE_TESTS := $(patsubst tests/tool/library/%.c,$(O)/tests/tool/library/%,$(wildcard tests/tool/library/test_*.c))
OFFLINE_TEST_LIB := $(patsubst tests/tool/library/%.c,$(O)/tests/tool/library/%.o, \
    $(filter-out tests/tool/library/test_%.c tests/tool/library/makelog.c,$(wildcard tests/tool/library/*.c)))
TESTS_CMOCKA += $(OFFLINE_TESTS)
TESTS_SH += tests/tool/cli/run.sh
check: $(O)/algoprof $(O)/tests/tool/library/makelog

$(O)/tests/tool/library/%.o: tests/tool/library/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(OFFLINE_CFLAGS) -Itests/tool/library $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

$(OFFLINE_TESTS) $(O)/tests/tool/library/makelog: %: %.o $(OFFLINE_TEST_LIB) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS) -lcmocka

-include $(wildcard $(O)/tests/tool/library/*.d)

include offline/fit.mk
include offline/streak.mk
include offline/accuracy.mk
include tests/fuzz/fuzz.mk
include offline/intake.mk
