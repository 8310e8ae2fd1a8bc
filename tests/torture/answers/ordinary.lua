-- SPDX-License-Identifier: GPL-3.0-or-later
-- What scripts do, on n items: strings, tables, closures, objects, coroutines, patterns, sorting, loaded chunks.
local n = tonumber (arg[1])
local state = 12345
local function random (limit)
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % limit
end

-- Words, counted; the most frequent ones.
local text = {}
for i = 1, n do
    text[#text + 1] = string.format ("w%d%s", random (1 + n // 8), i % 7 == 0 and "," or "")
end
local prose, counts = table.concat (text, " "), {}
for word in prose:gmatch ("%a%w*") do
    counts[word] = (counts[word] or 0) + 1
end
local names = {}
for word in pairs (counts) do
    table.insert (names, word)
end
table.sort (names, function (a, b)
    return counts[a] > counts[b] or counts[a] == counts[b] and a < b
end)

-- Records from lines.
local lines = {}
for i = 1, n // 4 do
    lines[i] = ("%d;%s;%.2f;%s"):format (i, names[1 + random (#names)], random (10000) / 100, ("x"):rep (random (20)))
end
local total, records = 0.0, {}
for _, line in ipairs (lines) do
    local id, name, price, rest = line:match ("^(%d+);([^;]*);([%d.]+);(x*)$")
    records[#records + 1] = {id = math.tointeger (id), name = name:upper (), price = tonumber (price), size = #rest}
    total = total + tonumber (price)
end
local clean = prose:gsub ("w(%d+)", function (digits) return digits:reverse () end):lower ()

-- Objects with inheritance.
local Shape = {}
Shape.__index = Shape
function Shape.new (side) return setmetatable ({side = side}, Shape) end
function Shape:area () return self.side * self.side end
local Circle = setmetatable ({}, {__index = Shape})
Circle.__index = Circle
Circle.__add = function (a, b) return a:area () + b:area () end
function Circle:area () return math.pi * self.side ^ 2 end
local sum = 0
for i = 1, n do
    local shape = i % 2 == 0 and Shape.new (i) or setmetatable ({side = i}, Circle)
    sum = sum + shape:area ()
end

-- A queue that is used at both ends, a tree, a coroutine that walks over it.
local queue, first, last = {}, 1, 0
for i = 1, n do
    last = last + 1
    queue[last] = i
    if i % 3 == 0 then
        queue[first] = nil
        first = first + 1
    end
end
local root
local function insert (key)
    local place = root
    if not place then
        root = {key = key}
        return
    end
    while true do
        local side = key < place.key and "left" or "right"
        if not place[side] then
            place[side] = {key = key}
            return
        end
        place = place[side]
    end
end
for _ = 1, n // 4 do
    insert (random (1 << 30))
end
local function walk (place)
    if place then
        walk (place.left)
        coroutine.yield (place.key)
        walk (place.right)
    end
end
local visited = 0
for _ in coroutine.wrap (function () walk (root) end) do
    visited = visited + 1
end

-- A program that is written and compiled, errors that are caught, numbers and their texts.
local source = {"local t = {}"}
for i = 1, n // 16 do
    source[#source + 1] = ("t[%d] = function (a) if a > %d then return a * %d else return \"%s\" end end"):format (
        i % 50 + 1, random (100), i, names[1 + random (#names)])
end
source[#source + 1] = "return #t"
local chunk = assert (load (table.concat (source, "\n")))
local functions, caught = chunk (), 0
for i = 1, n // 8 do
    if not pcall (function () return i % 5 == 0 and nil + 1 end) then
        caught = caught + 1
    end
end
local bytes = {}
for i = 1, n // 4 do
    bytes[i] = string.char (string.byte (lines[i], 1) ~ 1) .. tostring (i * 0.5)
end
table.move (bytes, 1, #bytes, 2, {})
local packed = string.pack ("<i4s2", #bytes, "end")
local found = select (2, prose:find ("w1,", 1, true))
print (n, #names, total, #clean, sum, last - first, visited, functions, caught, #table.concat (bytes), #packed, found,
    #records, utf8.len (prose), os.time {year = 2024, month = 1, day = 1} > 0)
