# Two releases: classes, costs at common sizes, targets that are new or gone.
. "$TESTS/tool/cli/check_logs.inc"
make_logs
try diff old new
try diff old -- new
try diff new -- old
try diff old old
# A release with a scan twice as costly, another target, and one less.
mkdir third
i=0
for n in 1500 3000 6000 12000 24000; do
    i=$((i + 1))
    "$MAKELOG" curves $i third scan /home/x/a.c 30 0 $n $((n * 6)) fresh a.c 7 0 $n $n \
        find lib/b.c 9 0 7 7 >third/$i.aplog
done
try diff old -- third/1.aplog third/2.aplog third/3.aplog third/4.aplog third/5.aplog
try diff --json old third >out.json
sed '1d;$d' out.json | python3 -c '
import json, sys
for t in json.load(sys.stdin)["targets"]:
    numbers = [t["size_low"], t["size_high"], t["cost_ratio"]["median"], t["instances_ratio"]["median"]]
    print(t["change"], t["name"], *[n and round(n, 3) for n in numbers], *[side and side["fit"]["class"] for side in (t["old"], t["new"])])'
try diff old
try diff old --
try diff -- new
try diff old new third
try diff old/1.aplog new/1.aplog
try diff old new -- third
try diff old -- nothing.aplog
