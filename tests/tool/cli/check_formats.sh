# JUnit XML and SARIF are well formed and say the same as the text.
. "$TESTS/tool/cli/check_logs.inc"
make_logs
echo 'other n' >bounds.txt
"$ALGOPROF" check --bounds bounds.txt --junit a.xml --sarif a.json new
echo "= $?"
"$ALGOPROF" check --write-baseline base.json --accept 'scan=<&">' new
"$ALGOPROF" check --baseline base.json --junit b.xml --sarif b.json new >b.txt
echo "= $?"
cat a.xml b.xml
python3 - <<'PY'
import json
import xml.etree.ElementTree as xml
for name in "a", "b":
    suite = xml.parse(name + ".xml").getroot()[0]
    found = [case.find(k) is not None for case in suite for k in ("failure", "error", "skipped")]
    print(suite.attrib["tests"], len(suite), sum(found))
    for result in json.load(open(name + ".json"))["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"] if result["locations"] else None
        print(result["ruleId"], result["level"], place, result["message"]["text"][:40],
              result.get("suppressions"))
PY
