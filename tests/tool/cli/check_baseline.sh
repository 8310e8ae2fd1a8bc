# Baselines: written, compared, accepted; targets that vanish or are new.
. "$TESTS/tool/cli/check_logs.inc"
make_logs
try check --write-baseline base.json old
try check --baseline base.json old
try check --baseline base.json new
"$ALGOPROF" report --json old >report.json
try check --baseline report.json new
try check --write-baseline accepted.json --accept 'scan=known, #12' new
try check --baseline accepted.json new
# What was accepted once stays so, and worse than that is a finding.
try check --baseline accepted.json --write-baseline again.json old
grep -c '"accepted": "known, #12"' again.json
sed 's/"class": "n^2"/"class": "n log n"/' accepted.json >tame.json
try check --baseline tame.json new
mkdir other
i=0
for n in 1000 2000 4000 8000 16000; do
    i=$((i + 1))
    "$MAKELOG" curves $i third scan /home/x/a.c 30 0 $n $n fresh a.c 7 0 $n $n idle lib/b.c 9 0 0 0 >other/$i.aplog
done
try check --baseline base.json other
try check --baseline base.json --fail-on new other
try check --baseline base.json --fail-on regression other
try check --write-baseline x.json old new
try check --write-baseline x.json --accept 'nobody=x' old
try check --write-baseline /nowhere/x.json old
ls x.json 2>&1
exit 0
