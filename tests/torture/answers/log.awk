# SPDX-License-Identifier: GPL-3.0-or-later
# What a web server's log says.
function short (text, limit) {
    return length (text) > limit ? substr (text, 1, limit) "..." : text
}
{
    requests[$1]++
    bytes[$1] += $10
    status[$9]++
    day = substr ($4, 2, 11)
    perday[day]++
    n = split ($7, part, /[\/?&=]/)
    pages[part[2]]++
    if (match ($0, /"Mozilla[^"]*"/))
        agents[substr ($0, RSTART + 1, RLENGTH - 2)]++
    line = $0
    changed += gsub (/[aeiou]+/, "<&>", line)
    sub (/^[0-9.]+/, "host", line)
    $2 = toupper (part[3])
    if ($6 ~ /POST/ || $9 >= 500)
        errors = errors < 1000 ? errors + 1 : errors
    total += length ($0) + length (line)
    last = sprintf ("%-15s %8.2f %d %s", $1, $10 / 1024, $9, short ($7, 20))
    if (index ($7, "q=the"))
        asked++
}
END {
    for (host in requests)
        printf "%s %d %.1f\n", host, requests[host], bytes[host] / requests[host]
    for (s in status)
        print s, status[s]
    for (d in perday)
        print d, perday[d]
    for (p in pages) {
        if (pages[p] > most) { most = pages[p]; which = p }
    }
    for (a in agents)
        longest = length (a) > length (longest) ? a : longest
    delete requests
    print NR, total, changed, errors, asked, which, longest, last, int (sqrt (total)), tolower (last)
}
