# Reports are what docs/report.schema.json says, field by field.
for i in 1 2 3 4 5 6; do
    "$MAKELOG" exact $i build $((10 << i)) 8 >$i.aplog
done
"$MAKELOG" pairs 50 3 1000 64 64 >stream.aplog
"$MAKELOG" sample 99 >s.aplog
"$MAKELOG" chain 97 >c.aplog
for i in 1 2 3 4 5 6 7 8; do
    "$MAKELOG" model $((100 + i)) 'merge sort' $((3 << i)) >m$i.aplog
    "$MAKELOG" wide $((200 + i)) 6 >w$i.aplog
done
"$MAKELOG" future 98 >f.aplog
"$ALGOPROF" report --json *.aplog >all.json 2>/dev/null
"$ALGOPROF" report --json --estimator all --view instances *.aplog >estimators.json 2>/dev/null
"$ALGOPROF" report --json --filter nobody --cell 8 1.aplog >none.json 2>/dev/null
"$ALGOPROF" report --json f.aplog >skipped.json 2>/dev/null
schema=$TESTS/../docs/report.schema.json
python3 "$TESTS/cli/schema.py" "$schema" all.json estimators.json none.json skipped.json
# It can refuse: what is not named, what is missing, what is of another type.
sed 's/"rank": 1,/"rank": 1, "rang": 1,/' all.json >1.json
sed '/"confidence": /d' all.json >2.json
sed 's/"kind": "loop"/"kind": "loops"/' all.json >3.json
for i in 1 2 3; do
    python3 "$TESTS/cli/schema.py" "$schema" $i.json | sed -n 1p
done
