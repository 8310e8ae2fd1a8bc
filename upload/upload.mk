# The uploader, a program of its own: libcurl, zstd and xxhash, nothing of the tool.
UPLOAD_DIR := $(O)/upload
UPLOAD_SRC := $(wildcard upload/*.c)
UPLOAD_CFLAGS = $(CSTD) -D_GNU_SOURCE $(WARN) $(INCLUDES) -Iupload -DUPLOAD_VERSION='"$(VERSION)"'
UPLOAD_LDLIBS := -lcurl -lzstd

PRODUCTS += $(O)/algoprof-upload

$(O)/algoprof-upload: $(UPLOAD_SRC:upload/%.c=$(UPLOAD_DIR)/%.o)
	$(call say,LD,$@)$(CC) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(UPLOAD_LDLIBS)

$(UPLOAD_DIR)/%.o: upload/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(UPLOAD_CFLAGS) $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(UPLOAD_DIR)/*.d)
