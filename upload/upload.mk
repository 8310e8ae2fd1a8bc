# The uploader, a program of its own: libcurl, zstd and xxhash, nothing of the tool.
UPLOAD_DIR := $(O)/upload
UPLOAD_SRC := $(wildcard upload/*.c)
UPLOAD_CFLAGS = $(CSTD) -D_GNU_SOURCE $(WARN) $(INCLUDES) -I. -Iupload -DUPLOAD_VERSION='"$(VERSION)"'
UPLOAD_LDLIBS := -lcurl -lzstd

PRODUCTS += $(O)/algoprof-upload

$(O)/algoprof-upload: $(UPLOAD_SRC:upload/%.c=$(UPLOAD_DIR)/%.o) $(COMMON_OBJ)
	$(call say,LD,$@)$(CC) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(UPLOAD_LDLIBS)

$(UPLOAD_DIR)/%.o: upload/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(UPLOAD_CFLAGS) $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

-include $(wildcard $(UPLOAD_DIR)/*.d)

# Tests: parts by themselves, and the uploader in a machine of the tests' own.
UPLOAD_TESTS := $(O)/tests/field/uploader/test_schedule $(O)/tests/field/uploader/test_rounded
UPLOAD_FAKE := $(O)/tests/field/uploader/algoprof-upload
TESTS_CMOCKA += $(UPLOAD_TESTS)
check torture: $(UPLOAD_FAKE)

$(O)/tests/field/uploader/%.o: tests/field/uploader/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(UPLOAD_CFLAGS) $(CFLAGS) $(SANFLAGS) -MMD -MP -c -o $@ $<

$(O)/tests/field/uploader/test_rounded: $(COMMON_OBJ)
$(UPLOAD_TESTS): $(O)/tests/field/uploader/test_%: $(O)/tests/field/uploader/test_%.o $(UPLOAD_DIR)/%.o
	$(call say,LD,$@)$(CC) $(SANFLAGS) $(LDFLAGS) -o $@ $^ -lcurl -lcmocka

$(UPLOAD_FAKE): $(O)/tests/field/uploader/machine_fake.o $(filter-out %/machine.o,$(UPLOAD_SRC:upload/%.c=$(UPLOAD_DIR)/%.o)) $(COMMON_OBJ)
	$(call say,LD,$@)$(CC) $(SANFLAGS) $(LDFLAGS) -o $@ $^ $(UPLOAD_LDLIBS)

-include $(wildcard $(O)/tests/field/uploader/*.d)
