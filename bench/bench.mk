# SPDX-License-Identifier: GPL-3.0-or-later
# The performance figures of README.md.
.PHONY: bench
## bench: install what is missing, build, print what algoprof costs (PART="compile memory": these parts only)
bench: $(PRODUCTS) $(FLEET)
	$(Q)CC='$(CC)' python3 -B bench/bench.py $(O) $(PART)
