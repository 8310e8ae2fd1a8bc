-- SPDX-License-Identifier: GPL-3.0-or-later
-- The last lines of a log first: a list that grows at its front.
local list = {}
for line in io.lines (arg[1]) do
    table.insert (list, 1, line)
end
print (#list, list[1])
