# The offline tool: a library of all files that neither print nor exit, and the
# commands.
OFFLINE_DIR := $(O)/offline
OFFLINE_CMD := offline/main.c $(wildcard offline/cmd_*.c)
OFFLINE_LIB := $(filter-out $(OFFLINE_CMD),$(wildcard offline/*.c))
OFFLINE_OBJ = $(patsubst offline/%.c,$(OFFLINE_DIR)/%.o,$(1))

OFFLINE_CFLAGS := $(CSTD) -D_GNU_SOURCE $(WARN) -fopenmp $(INCLUDES) -Ioffline
OFFLINE_LDLIBS := -lgsl -lgslcblas -ljansson -lroaring -lm
# AddressSanitizer has an allocator of its own.
OFFLINE_MALLOC := $(if $(filter 1,$(SAN)),,-ljemalloc)

PRODUCTS += $(O)/algoprof

$(O)/algoprof: $(call OFFLINE_OBJ,$(OFFLINE_CMD)) $(OFFLINE_DIR)/liboffline.a
	$(call say,LD,$@)$(CC) $(SANFLAGS) -fopenmp $(LDFLAGS) -o $@ $^ $(OFFLINE_LDLIBS) $(OFFLINE_MALLOC)

$(OFFLINE_DIR)/liboffline.a: $(call OFFLINE_OBJ,$(OFFLINE_LIB))
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^

$(OFFLINE_DIR)/%.o: offline/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(OFFLINE_CFLAGS) $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(OFFLINE_DIR)/*.d)
