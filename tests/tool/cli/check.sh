# The verdicts of check, and its exit statuses.
. "$TESTS/tool/cli/check_logs.inc"
make_logs
try check old
try check new
try check --max-exponent 1.2 new
try check --max-exponent 0.5 old
echo 'find n' >find.txt
try check --bounds find.txt --max-exponent 0.5 new
printf '# all of a.c may be quadratic\nsrc/a.c:* n^2\n"find" n log n\na.c:22 ignore\n' >bounds.txt
try check --bounds bounds.txt new
try check --bounds bounds.txt --json old new >out.json
python3 -c '
import json
lines = open("out.json").read().splitlines()
found = json.loads("\n".join(lines[2:-1]))
print(found["status"], found["counts"], found["unbounded"])
for f in found["findings"]: print(f["verdict"], f["failure"], f["name"], f["build"], f["rule"], f["limit"])'
try check old new
