# The tool and the independent decoder say the same about odd logs, and refuse
# the same ones.
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    "$MAKELOG" random $seed >a.aplog
    python3 "$TESTS/lib/logread.py" a.aplog >a.json || exit
    "$ALGOPROF" dump --json a.aplog >b.json || exit
    python3 "$TESTS/tool/library/compare_dump.py" a.json b.json || exit
done
# byte_by_byte KIND STEP: each STEP-th byte of such a log overwritten.
byte_by_byte() {
    "$MAKELOG" "$1" 1 >a.aplog
    for at in $(seq 4097 "$2" "$(wc -c <a.aplog)"); do
        { head -c $((at - 1)) a.aplog; printf '\377'; tail -c +$((at + 1)) a.aplog; } >b.aplog
        "$ALGOPROF" dump --json b.aplog >b.json 2>/dev/null
        one=$?
        python3 "$TESTS/lib/logread.py" b.aplog >a.json 2>/dev/null
        two=$?
        [ $one = $two ] || { echo "$1, byte $at: $one and $two"; exit 1; }
        [ $one != 0 ] || python3 "$TESTS/tool/library/compare_dump.py" a.json b.json || exit
    done
}
byte_by_byte sample 97
byte_by_byte chain 1997
for kind in service crashed; do
    "$MAKELOG" $kind 1 7 10 >a.aplog
    python3 "$TESTS/lib/logread.py" a.aplog >a.json || exit
    "$ALGOPROF" dump --json a.aplog >b.json || exit
    python3 "$TESTS/tool/library/compare_dump.py" a.json b.json || exit
done
# Changed bytes under right checksums: what is no log to one is none to the other.
for kind in spoilt upset; do for seed in $(seq 12); do
    "$MAKELOG" $kind "$seed" >a.aplog
    "$ALGOPROF" dump --json a.aplog >b.json 2>/dev/null
    one=$?
    python3 "$TESTS/lib/logread.py" a.aplog >a.json 2>/dev/null
    two=$?
    [ $one = $two ] || { echo "$kind $seed: $one and $two"; exit 1; }
    [ $one != 0 ] || python3 "$TESTS/tool/library/compare_dump.py" a.json b.json || exit
done; done
echo agree
