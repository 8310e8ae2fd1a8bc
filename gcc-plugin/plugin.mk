# The plugin.  A plugin fits exactly one build of GCC, so there is one for each compiler,
# $(O)/gcc-N/algoprof.so: for $(CC), and for each further gcc-N that has plugin headers.
# $(O)/algoprof.so is the loader that picks the one of the compiler that asks.
PLUGIN_SUPPORTED := 11 12 13 14 15 16

PLUGIN_SRC := $(wildcard gcc-plugin/*.cc gcc-plugin/*/*.cc gcc-plugin/arch/x86_64/*.cc)
# Some print 14, some 14.2.1.
PLUGIN_DEFAULT := $(firstword $(subst ., ,$(shell $(CC) -dumpversion 2>/dev/null)))
ifeq ($(filter $(PLUGIN_DEFAULT),$(PLUGIN_SUPPORTED)),)
$(error $(CC) is GCC $(PLUGIN_DEFAULT); supported are GCC $(PLUGIN_SUPPORTED): \
install one of them with its plugin headers, and say CC=gcc-N CXX=g++-N)
endif
ifneq ($(filter __clang__,$(shell $(CC) -dM -E -x c /dev/null 2>/dev/null)),)
$(error $(CC) is clang; algoprof is a plugin of GCC's: say CC=gcc CXX=g++)
endif
PLUGIN_OTHERS := $(filter-out $(PLUGIN_DEFAULT),$(foreach v,$(PLUGIN_SUPPORTED),\
  $(if $(wildcard $(shell g++-$(v) -print-file-name=plugin 2>/dev/null)/include/gcc-plugin.h),$(v))))
PLUGIN_FLAGS := -std=c++17 -fno-rtti -fno-exceptions -fPIC -O2 -g1 -Wall -Wextra \
  -Wno-unused-parameter -fvisibility=hidden -iquote gcc-plugin -iquote gcc-plugin/compat $(INCLUDES)

# $(call plugin_cxx,VERSION): the default compiler need not have its version in its name.
plugin_cxx = $(if $(filter $(1),$(PLUGIN_DEFAULT)),$(CXX),g++-$(1))

# GCC loads it in each compilation.  With a C++ library of its own, where the compiler
# has that as an archive, of which only the plugin knows, that takes 0.4 ms; the shared
# one, which GCC itself does not use, is relocated each time: 1.3 ms.
# $(call plugin_link,VERSION)
plugin_link = -shared -Wl,--version-script=gcc-plugin/exports.map -Wl,--gc-sections \
  $(if $(findstring /,$(shell $(call plugin_cxx,$(1)) -print-file-name=libstdc++.a 2>/dev/null)),\
    -static-libstdc++ -static-libgcc)

# $(call plugin_for,VERSION,FOLDER)
define plugin_for
$(2)/algoprof.so: $$(PLUGIN_SRC:gcc-plugin/%.cc=$(2)/gcc-plugin/%.o) gcc-plugin/exports.map
	$$(call say,LINK,$$@)
	$$(Q)$(call plugin_cxx,$(1)) $$(call plugin_link,$(1)) -o $$@ $$(filter %.o,$$^)
$(2)/gcc-plugin/%.o: gcc-plugin/%.cc $(2)/gcc-plugin/gcc-headers.h.gch
	$$(call say,CXX,$$<)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$(call plugin_cxx,$(1)) $$(PLUGIN_FLAGS) -isystem `$(call plugin_cxx,$(1)) -print-file-name=plugin`/include \
	  -include $(2)/gcc-plugin/gcc-headers.h -MMD -MP -c $$< -o $$@
# GCC's headers, compiled once: without this they are half of the time that each file takes.
$(2)/gcc-plugin/gcc-headers.h.gch: gcc-plugin/compat/gcc-compat.h
	$$(call say,CXX,$$<)
	$$(Q)mkdir -p $$(@D)
	$$(Q)echo '#include "gcc-compat.h"' >$$(@:.gch=)
	$$(Q)$(call plugin_cxx,$(1)) $$(PLUGIN_FLAGS) -isystem `$(call plugin_cxx,$(1)) -print-file-name=plugin`/include \
	  -MMD -MP -x c++-header $$(@:.gch=) -o $$@
-include $$(PLUGIN_SRC:gcc-plugin/%.cc=$(2)/gcc-plugin/%.d) $(2)/gcc-plugin/gcc-headers.h.d
PLUGINS += $(2)/algoprof.so
endef
PLUGINS :=
$(foreach v,$(PLUGIN_DEFAULT) $(PLUGIN_OTHERS),$(eval $(call plugin_for,$(v),$(O)/gcc-$(v))))

# Written anew with each plugin, and another one: a compiler's cache knows of this file only.
$(O)/algoprof.so: gcc-plugin/loader/loader.c $(PLUGINS)
	$(call say,CC,$<)
	$(Q)$(CC) $(CSTD) -D_GNU_SOURCE -O2 -g $(WARN) -fPIC -shared -fvisibility=hidden \
	  -DALGOPROF_FIRST_GCC=$(firstword $(PLUGIN_SUPPORTED)) -DALGOPROF_LAST_GCC=$(lastword $(PLUGIN_SUPPORTED)) \
	  -DALGOPROF_MACHINE='"$(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))"' \
	  -DALGOPROF_PLUGINS="\"`cat $(PLUGINS) | sha256sum | cut -c 1-64`\"" -o $@ $<
PRODUCTS += $(O)/algoprof.so
