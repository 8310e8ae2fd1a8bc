# As many targets as cmark has loops, on a terminal of 24 lines and 80 columns: all of the report is on one screen, with
# room below it for what `algoprof run` adds. Alarms each have a line; the most important have their notes.
for i in 201 202 203 204 205 206 207 208; do
    "$MAKELOG" wide $i 79 >w$i.aplog
done
export LC_ALL=C.UTF-8 COLUMNS=80
unset LINES
fits()      # FILE LINES
{
    awk -v most="$2" 'length($0) > 80 { print "too wide:", $0 } END { print NR <= most ? "fits" : "lines: " NR }' "$1"
}
# What a terminal of the machine has is not looked at: LINES says it.
for filter in 'n^1.5' 'target_1' 'target_6'; do
    LINES=24 "$ALGOPROF" report --filter "$filter" . >screen
    fits screen 21
done
cut -c1-40 screen
LINES=24 "$ALGOPROF" report --filter 'target_2' . | cut -c1-40
"$ALGOPROF" report --filter 'target_2' . | wc -l
# More alarms than lines: each has its one.
LINES=24 "$ALGOPROF" report . | grep -c '^ *!'
LINES=24 "$ALGOPROF" report . | wc -l
