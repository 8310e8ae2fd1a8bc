# Merging: properties, what dump and report make of merged files, errors.
. "$TESTS/tool/cli/check_logs.inc"
make_logs
cp new/1.aplog copy.aplog
"$MAKELOG" sample 201 >sample.aplog
"$MAKELOG" killed 202 build 4 8 >killed.aplog
"$MAKELOG" exact 202 build 4 8 >later.aplog     # of the same run
"$MAKELOG" chain 203 >chain.aplog
python3 "$TESTS/tool/library/merge_properties.py" "$ALGOPROF" sample.aplog killed.aplog later.aplog \
    chain.aplog copy.aplog new/1.aplog new/2.aplog old/7.aplog old/8.aplog
try merge -o all.aplog old new copy.aplog
try check all.aplog
try report --csv all.aplog >a.csv
"$ALGOPROF" report --csv - <all.aplog | cut -d, -f8- >b.csv
wc -l <b.csv
try dump all.aplog
"$ALGOPROF" dump --json 'all.aplog#03' >a.json
python3 "$TESTS/lib/logread.py" all.aplog >merged.json
"$ALGOPROF" dump --json old/3.aplog >b.json
python3 - <<'PY'
import json
a, b = json.load(open("a.json")), json.load(open("b.json"))
print({key for key in a if a[key] != b[key]})
logs = json.load(open("merged.json"))["logs"]
print(len(logs), logs[2]["sites"] == [{k: s[k] for k in logs[2]["sites"][0]} for s in a["sites"]])
PY
try dump 'all.aplog#ff'
try dump 'old/3.aplog#03'
# Bad logs: nothing is written, unless they are to be left out.
head -c 5000 old/1.aplog >bad.aplog
try merge -o out.aplog bad.aplog old
try merge -o out.aplog nothing.aplog
try merge -o out.aplog --skip-bad bad.aplog nothing.aplog
ls out.aplog 2>&1
try merge -o out.aplog --skip-bad bad.aplog old
try merge -o all.aplog all.aplog sample.aplog
try merge -o /nowhere/all.aplog old
try merge -o /dev/null old
try merge old
try merge -o x.aplog
# Damaged merged files are refused, whole or in the part that is damaged.
# damage NAME BYTE: that byte of all.aplog overwritten
damage() {
    { head -c "$2" all.aplog; printf '\377'; tail -c +$(($2 + 2)) all.aplog; } >"$1"
}
damage index.aplog 40
damage head.aplog 9
damage log.aplog 3000
head -c 20000 all.aplog >short.aplog
for name in index head log short; do
    "$ALGOPROF" report --csv $name.aplog 2>$name.err >$name.csv
    head -n 1 $name.err
    wc -l <$name.csv
done
