# Reports are what docs/report.schema.json says, field by field.
. "$TESTS/tool/cli/format_logs.inc"
"$MAKELOG" future 98 >f.aplog
"$ALGOPROF" report --json *.aplog >all.json 2>/dev/null
"$ALGOPROF" report --json --estimator all --view instances *.aplog >estimators.json 2>/dev/null
"$ALGOPROF" report --json --filter nobody --cell 8 1.aplog >none.json 2>/dev/null
"$ALGOPROF" report --json f.aplog >skipped.json 2>/dev/null
schema=$TESTS/../docs/report.schema.json
python3 "$TESTS/tool/cli/schema.py" "$schema" all.json estimators.json none.json skipped.json
# It can refuse: what is not named, what is missing, what is of another type.
sed 's/"rank": 1,/"rank": 1, "rang": 1,/' all.json >1.json
sed '/"confidence": /d' all.json >2.json
sed 's/"kind": "loop"/"kind": "loops"/' all.json >3.json
for i in 1 2 3; do
    python3 "$TESTS/tool/cli/schema.py" "$schema" $i.json | sed -n 1p
done
# Its classes of cost functions are those of the one list.
sed -n 's/^COST_[A-Z]*([^"]*"\([^"]*\)".*/\1/p' "$TESTS/../include/algoprof/cost_classes.def" >classes
python3 -c 'import json, sys
print(*json.load(open(sys.argv[1]))["$defs"]["class"]["enum"][:-1], sep="\n")' "$schema" | diff classes - && echo classes
