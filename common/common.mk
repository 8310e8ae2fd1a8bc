# What the tool and the uploader share (MIT), as objects of each.
COMMON_OBJ := $(patsubst %.c,$(O)/%.o,$(wildcard common/*.c))
COMMON_CFLAGS := $(CSTD) -D_GNU_SOURCE $(WARN) $(INCLUDES) -I.

$(O)/common/%.o: common/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(COMMON_CFLAGS) $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(O)/common/*.d)
