# SPDX-License-Identifier: GPL-3.0-or-later
# Turns the tables of docs/warnings.md into C: WARNING_MANUAL (code, meaning, advice).
# Codes that stand in both tables keep the longer meaning.
/^\| `/ {
    line = $0
    gsub(/\\/, "\\\\", line)
    gsub(/"/, "\\\"", line)
    n = split(line, cell, /[ ]*\|[ ]*/)
    code = cell[2]
    gsub(/`/, "", code)
    if (n < 5 || code !~ /^[a-z-]+$/)
        next
    gsub(/ \(\[[^]]*\]\([^)]*\)\)/, "", cell[3])    # links to other documents
    if (!(code in meaning))
        order[++codes] = code
    if (length(cell[3]) > length(meaning[code])) {
        meaning[code] = cell[3]
        advice[code] = cell[4]
    }
}
END {
    for (i = 1; i <= codes; i++)
        printf "WARNING_MANUAL(\"%s\", \"%s\",\n      \"%s\")\n", order[i], meaning[order[i]], advice[order[i]]
}
