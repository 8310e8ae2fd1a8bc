# The tool and the independent decoder say the same about odd logs, and refuse
# the same ones.
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    "$MAKELOG" random $seed >a.aplog
    python3 "$TESTS/logread.py" a.aplog >a.json || exit
    "$ALGOPROF" dump --json a.aplog >b.json || exit
    python3 "$TESTS/offline/compare_dump.py" a.json b.json || exit
done
"$MAKELOG" sample 1 >a.aplog
size=$(wc -c <a.aplog)
for at in $(seq 4097 97 "$size"); do
    { head -c $((at - 1)) a.aplog; printf '\377'; tail -c +$((at + 1)) a.aplog; } >b.aplog
    "$ALGOPROF" dump --json b.aplog >b.json 2>/dev/null
    one=$?
    python3 "$TESTS/logread.py" b.aplog >a.json 2>/dev/null
    two=$?
    [ $one = $two ] || { echo "byte $at: $one and $two"; exit 1; }
    [ $one != 0 ] || python3 "$TESTS/offline/compare_dump.py" a.json b.json || exit
done
echo agree
