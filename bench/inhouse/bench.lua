-- SPDX-License-Identifier: GPL-3.0-or-later
-- Calls, tables, strings, closures.
local n = tonumber(arg[1]) or 20
local function fib(k) if k < 2 then return k end return fib(k - 1) + fib(k - 2) end
local primes, count = {}, 0
for i = 2, n * 4000 do
  if not primes[i] then
    count = count + 1
    for k = i * i, n * 4000, i do primes[k] = true end
  end
end
local words, parts = {}, {}
for i = 1, n * 500 do
  local w = string.format("word%d", i * 7919 % 1000)
  words[w] = (words[w] or 0) + 1
  parts[#parts + 1] = w:upper():sub(2, 5)
end
table.sort(parts)
local q = {}
for i = 1, n * 300 do q[i] = (i * 7919) % 10007 end
table.sort(q, function(a, b) return a > b end)
print(fib(n), count, words.word7, #table.concat(parts), q[1], q[#q])
