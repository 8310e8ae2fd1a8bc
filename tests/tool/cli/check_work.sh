# Work has limits too: where it is beyond, or not known, a loop of n iterations is not well.
. "$TESTS/tool/cli/check_logs.inc"
mkdir calm steep dark limited
i=0
for n in 1000 2000 4000 8000 16000 32000 64000; do
    i=$((i + 1))
    "$MAKELOG" curves $i build scan a.c 10 0 $n $n:$((n * 8)) >calm/$i.aplog
    "$MAKELOG" curves $((i + 20)) build scan a.c 10 0 $n $n:$((n / 50 * n)) >steep/$i.aplog
    "$MAKELOG" curves $((i + 40)) build scan a.c 10 0 $n $n:0 >dark/$i.aplog
    "$MAKELOG" curves $((i + 60)) build scan a.c 10 4 $n $n:$((n / 50 * n)) >limited/$i.aplog
done
try check --max-exponent 1.2 calm
try check --max-exponent 1.2 steep
try check limited
try check --max-exponent 1.2 dark
try check --strict --max-exponent 1.2 dark
try check --strict --max-exponent 1.2 calm
try check --fail-on regression --max-exponent 1.2 dark
try check --json limited >out.json
sed '1d;$d' out.json | python3 -c '
import json, sys
finding, = json.load(sys.stdin)["findings"]
print(finding["decides"], finding["fit"]["class"], finding["work_fit"]["class"], finding["instances_work_fit"]["class"])'
try check --write-baseline base.json calm
try check --baseline base.json steep
try check --write-baseline accepted.json --accept 'scan=#7' steep
try check --baseline accepted.json steep
try diff calm -- steep
try diff steep -- calm
exit 0
