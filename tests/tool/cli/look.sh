# What the table shows, in which order, how it looks; one target in detail.
for i in 2 3 4 5 6 7 8 9; do
    "$MAKELOG" exact $i build $((10 << i)) 8 >$i.aplog
done
for i in 201 202 203 204 205 206 207 208; do
    "$MAKELOG" wide $i 8 >w$i.aplog
done
export LC_ALL=C.UTF-8
"$ALGOPROF" report --columns rank,name,kind,build,instances --filter target --sort name .
"$ALGOPROF" report --columns name,size --sort=-size --filter WIDE.c --filter 'n^1.5' .
"$ALGOPROF" report --json --sort=-rank --filter alarm . | grep '"rank"'
"$ALGOPROF" report --csv --target scan . | cut -d, -f1,2 | sort | uniq -c
"$ALGOPROF" report --filter nobody . 2>&1
echo "= $?"
"$ALGOPROF" report --target nobody . 2>&1
echo "= $?"
"$ALGOPROF" report --target can.c:10 . 2>&1
echo "= $?"
"$ALGOPROF" report --plot --filter scan .
"$ALGOPROF" report --target scan.c:10 . >detail
sed 1,33d detail
grep worst detail
# On a narrow terminal places are cut from the left, columns are left out, then factors; remarks are
# three lines of alarms.
"$MAKELOG" wide 301 30 >w301.aplog
"$ALGOPROF" report --filter scan . | wc -L
for columns in 80 60 45 30; do
    COLUMNS=$columns "$ALGOPROF" report --filter scan .
done
COLUMNS=80 "$ALGOPROF" report . | cut -c1-30
# Colours: never in a file, nor where they are not wanted.
colours() { grep -c "$(printf '\033')"; }
"$ALGOPROF" report . | colours
"$ALGOPROF" report --color=always . | colours
terminal() { script -qec "'$ALGOPROF' report ${1:-} . 2>/dev/null" /dev/null | colours; }
unset NO_COLOR
TERM=xterm terminal
TERM=xterm terminal --color=never
TERM=dumb terminal
NO_COLOR=1 TERM=xterm terminal
true
