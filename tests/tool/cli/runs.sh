# Each run of a log is a point: in tables, JSON, a merged file, diff and check.
"$MAKELOG" service 1 21 10 >a.aplog
"$MAKELOG" crashed 2 4 7 >b.aplog
"$ALGOPROF" report -v --json a.aplog >a.json || exit
python3 - a.json <<'EOF'
import json, sys
for t in json.load(open(sys.argv[1]))["targets"]:
    print(t["name"], t["runs"], t["fit"]["class"], [(p["run"], p["label"], p["size"], p["cost"]) for p in t["points"]][:3])
EOF
"$ALGOPROF" report -v --target=serve b.aplog | grep "aplog"
"$ALGOPROF" merge -o m.aplog b.aplog a.aplog && "$ALGOPROF" report -v --json m.aplog >m.json && grep -c '"label": "request' m.json
"$ALGOPROF" check --max-exponent 1.5 a.aplog | grep serve | head -1
"$ALGOPROF" diff a.aplog b.aplog >diff.txt; echo "diff $?"
"$ALGOPROF" dump b.aplog | grep '^run'
