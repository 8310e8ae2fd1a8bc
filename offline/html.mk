# The page of `report --html', embedded in the tool: html/*, and those modules of
# D3 (version 5) that its charts use, each after the modules it needs.  d3-scale's
# scales of time and of names, which need three modules more, are not used.
HTML_DIR := $(OFFLINE_DIR)/html
HTML_SCRIPTS := $(HTML_DIR)/classes.js $(addprefix offline/html/,format.js table.js overview.js plot_geometry.js plot.js target_plots.js detail.js function_plots.js functions.js contexts.js main.js)

# The classes of cost functions: name, power and logs of each.
$(HTML_DIR)/classes.js: include/algoprof/cost_classes.def
	@mkdir -p $(@D)
	$(Q){ echo 'const costClasses = ['; \
	    sed -n 's/^COST_CLASS(\([^,]*, \)\{2\}\("[^"]*"\), "[^"]*", \(.*\))$$/    [\2, \3],/p' $<; echo '];'; } >$@

# Debian's folder, with one folder a module.
D3 ?= /usr/share/nodejs
D3_MODULES := array color format interpolate scale selection axis dispatch drag ease timer transition brush quadtree
D3_SCRIPTS := $(foreach module,$(D3_MODULES),$(D3)/d3-$(module)/dist/d3-$(module).min.js)

$(D3_SCRIPTS):
	$(Q)echo '$@ is missing: install $(word 2,$(subst /, ,$(patsubst $(D3)/%,x/%,$@))) (Debian: node-d3-*, listed in mk/deps.sh),' \
	    'or name the folder that has the modules of D3 5: make D3=FOLDER' >&2; exit 2

$(HTML_DIR)/script.js: offline/html/LICENSE.d3 $(D3_SCRIPTS) $(HTML_SCRIPTS)
	@mkdir -p $(@D)
	$(call say,GEN,$@){ echo '/*'; cat offline/html/LICENSE.d3; echo '*/'; cat $(D3_SCRIPTS); \
	    echo '"use strict";'; cat $(HTML_SCRIPTS); } >$@

$(HTML_DIR)/page_before.html: offline/html/page.html offline/html/style.css offline/html/contexts.css
	@mkdir -p $(@D)
	$(Q)sed -e '/@STYLE@/{r offline/html/style.css' -e 'r offline/html/contexts.css' -e 'd}' $< | sed '/@DATA@/,$$d' >$@
	$(Q)printf '%s' "$$(sed -n 's/@DATA@.*//p' $<)" >>$@

$(HTML_DIR)/page_after.html: offline/html/page.html $(HTML_DIR)/script.js
	$(Q)sed -e '1,/@DATA@/{/@DATA@/!d;s/.*@DATA@//}' -e '/@SCRIPT@/{r $(HTML_DIR)/script.js' -e 'd}' $< >$@

$(HTML_DIR)/embed.o: offline/html/embed.S $(HTML_DIR)/page_before.html $(HTML_DIR)/page_after.html
	$(call say,AS,$<)$(CC) -c -Wa,-I$(HTML_DIR) -o $@ $<

# What warnings mean, from the manual.
$(OFFLINE_DIR)/warning_manual.def: offline/report/warning_manual.awk docs/warnings.md
	@mkdir -p $(@D)
	$(Q)awk -f offline/report/warning_manual.awk docs/warnings.md >$@
$(OFFLINE_DIR)/report/warning_manual.o: OFFLINE_CFLAGS += -I$(OFFLINE_DIR)
$(OFFLINE_DIR)/report/warning_manual.o: $(OFFLINE_DIR)/warning_manual.def
