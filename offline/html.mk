# The page of `report --html', embedded in the tool: html/*, and uPlot from the
# npm registry.  Without a network the tool is built all the same, and its pages
# have no plots.
HTML_DIR := $(OFFLINE_DIR)/html
UPLOT_DIR := $(O)/vendor/uplot
HTML_SCRIPTS := $(addprefix offline/html/,format.js table.js plot.js views.js detail.js main.js)

$(UPLOT_DIR)/fetched: mk/deps.sh
	@mkdir -p $(@D)
	$(call say,FETCH,uPlot)mk/deps.sh uplot $(@D) || { \
	    echo 'uPlot could not be fetched: pages of report --html will have no plots; delete $(@D) to try again' >&2; \
	    : >$(@D)/LICENSE; : >$(@D)/uPlot.min.css; : >$(@D)/uPlot.iife.min.js; }
	@touch $@

$(HTML_DIR)/script.js: $(UPLOT_DIR)/fetched $(HTML_SCRIPTS)
	@mkdir -p $(@D)
	$(call say,GEN,$@){ echo '/*'; cat $(UPLOT_DIR)/LICENSE; echo '*/'; cat $(UPLOT_DIR)/uPlot.iife.min.js; \
	    echo '"use strict";'; cat $(HTML_SCRIPTS); } >$@

$(HTML_DIR)/style.css: $(UPLOT_DIR)/fetched offline/html/style.css
	@mkdir -p $(@D)
	$(Q)cat $(UPLOT_DIR)/uPlot.min.css offline/html/style.css >$@

$(HTML_DIR)/page_before.html: offline/html/page.html $(HTML_DIR)/style.css
	$(Q)sed -e '/@STYLE@/{r $(HTML_DIR)/style.css' -e 'd}' $< | sed '/@DATA@/,$$d' >$@
	$(Q)printf '%s' "$$(sed -n 's/@DATA@.*//p' $<)" >>$@

$(HTML_DIR)/page_after.html: offline/html/page.html $(HTML_DIR)/script.js
	$(Q)sed -e '1,/@DATA@/{/@DATA@/!d;s/.*@DATA@//}' -e '/@SCRIPT@/{r $(HTML_DIR)/script.js' -e 'd}' $< >$@

$(HTML_DIR)/embed.o: offline/html/embed.S $(HTML_DIR)/page_before.html $(HTML_DIR)/page_after.html
	$(call say,AS,$<)$(CC) -c -Wa,-I$(HTML_DIR) -o $@ $<

# What warnings mean, from the manual.
$(OFFLINE_DIR)/words.def: offline/report/words.awk docs/warnings.md
	@mkdir -p $(@D)
	$(Q)awk -f offline/report/words.awk docs/warnings.md >$@
$(OFFLINE_DIR)/report/words.o: OFFLINE_CFLAGS += -I$(OFFLINE_DIR)
$(OFFLINE_DIR)/report/words.o: $(OFFLINE_DIR)/words.def
