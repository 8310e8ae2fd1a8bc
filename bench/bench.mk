# SPDX-License-Identifier: GPL-3.0-or-later
# The performance figures of docs/cost.md.
.PHONY: bench
## bench: install what is missing, build, measure what algoprof costs, write docs/cost.md (PART="compile memory": these parts only)
bench: $(PRODUCTS) $(FLEET)
	$(Q)CC='$(CC)' /usr/bin/python3 -B bench/bench.py $(O) $(PART)
