# The JSON has what the contract names, of the right types; null for unknown.
for i in 1 2 3 4 5 6; do
    "$MAKELOG" exact $i build $((10 << i)) 8 >$i.aplog
done
"$MAKELOG" pairs 50 3 1000 64 64 >stream.aplog
"$MAKELOG" sample 99 >s.aplog
"$MAKELOG" chain 97 >c.aplog
for i in 1 2 3 4 5 6 7 8; do
    "$MAKELOG" model $((100 + i)) 'merge sort' $((3 << i)) >m$i.aplog
done
"$MAKELOG" future 98 >f.aplog
"$ALGOPROF" report --json *.aplog >report.json 2>/dev/null || exit
python3 "$TESTS/tool/library/check_report.py" report.json
