# SPDX-License-Identifier: GPL-3.0-or-later
# The performance figures of README.md.
.PHONY: bench
## bench: install what is missing, build, print what the plugin and runtime cost
bench: $(PRODUCTS)
	$(Q)CC='$(CC)' python3 bench/bench.py $(O)
