-- SPDX-License-Identifier: GPL-3.0-or-later
-- A list that grows at its front.
local list = {}
for i = 1, tonumber (arg[1]) do
    table.insert (list, 1, i)
end
print (#list, list[1])
