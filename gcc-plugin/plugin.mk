# The plugin: one algoprof.so for each compiler (a plugin fits exactly one).
# $(CC)'s lies in $(O), that of each further gcc-N with plugin headers in
# $(O)/gcc-N.
PLUGIN_SRC := $(wildcard gcc-plugin/*.cc gcc-plugin/*/*.cc gcc-plugin/arch/x86_64/*.cc)
PLUGIN_DEFAULT := $(shell $(CC) -dumpversion 2>/dev/null)
PLUGIN_OTHERS := $(filter-out $(PLUGIN_DEFAULT),$(foreach v,11 12,\
  $(if $(wildcard $(shell g++-$(v) -print-file-name=plugin 2>/dev/null)/include/gcc-plugin.h),$(v))))
PLUGIN_FLAGS := -std=c++17 -fno-rtti -fno-exceptions -fPIC -O2 -g -Wall -Wextra \
  -Wno-unused-parameter -fvisibility=hidden -iquote gcc-plugin -iquote gcc-plugin/compat $(INCLUDES)

# GCC loads it in each compilation.  With a C++ library of its own, where the compiler
# has that as an archive, of which only the plugin knows, that takes 0.4 ms; the shared
# one, which GCC itself does not use, is relocated each time: 1.3 ms.
# $(call plugin_link,VERSION)
plugin_link = -shared -Wl,--version-script=gcc-plugin/exports.map -Wl,--gc-sections \
  $(if $(findstring /,$(shell g++-$(1) -print-file-name=libstdc++.a 2>/dev/null)),\
    -static-libstdc++ -static-libgcc)

# $(call plugin_for,VERSION,FOLDER): VERSION names g++-VERSION.
define plugin_for
$(2)/algoprof.so: $$(PLUGIN_SRC:gcc-plugin/%.cc=$(2)/gcc-plugin/%.o) gcc-plugin/exports.map
	$$(call say,LINK,$$@)
	$$(Q)g++-$(1) $$(call plugin_link,$(1)) -o $$@ $$(filter %.o,$$^)
$(2)/gcc-plugin/%.o: gcc-plugin/%.cc
	$$(call say,CXX,$$<)
	$$(Q)mkdir -p $$(@D)
	$$(Q)g++-$(1) $$(PLUGIN_FLAGS) -isystem `g++-$(1) -print-file-name=plugin`/include \
	  -MMD -MP -c $$< -o $$@
-include $$(PLUGIN_SRC:gcc-plugin/%.cc=$(2)/gcc-plugin/%.d)
PRODUCTS += $(2)/algoprof.so
endef
$(eval $(call plugin_for,$(PLUGIN_DEFAULT),$(O)))
$(foreach v,$(PLUGIN_OTHERS),$(eval $(call plugin_for,$(v),$(O)/gcc-$(v))))
