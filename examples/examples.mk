# SPDX-License-Identifier: GPL-3.0-or-later
# The demo: examples/demo.sh plays a fleet and reports.
.PHONY: demo
## demo: install what is missing, build, run the examples and two real programs, report
demo: $(PRODUCTS)
	$(Q)CC='$(CC)' CXX='$(CXX)' examples/demo.sh $(O)
