# Bad input: one line that says what is wrong; never green without data.
. "$TESTS/tool/cli/check_logs.inc"
make_logs
mkdir few one same none
for k in 1 2 3; do cp old/$k.aplog few; done
cp old/1.aplog one
for k in 1 2 3 4 5 6; do
    "$MAKELOG" curves $k build scan a.c 10 4 5000 $((10000 + k)) >same/$k.aplog
done
"$MAKELOG" curves 1 build idle a.c 3 4 0 0 >none/1.aplog
try check few
try check one
try check same
try check --fail-on regression same
try check none
try check --bounds /dev/null old
echo 'idle n' >idle.txt
try check --bounds idle.txt none
try check --bounds idle.txt old
printf 'scan n!\nfind\n"a n\nsorted\tn^2 # fine\n' >bad.txt
try check --bounds bad.txt old
printf 'scan n^2\n\0\0\0\n\0' >nul.txt
try check --max-exponent 3 --bounds nul.txt old
printf 'scan n^2\nfnid n\n' >unknown.txt
try check --bounds unknown.txt new
try check --bounds nowhere.txt old
try check --baseline nowhere.json old
try check --baseline one old
try check --bounds one old
echo '{ "targets": 1 }' >bad.json
try check --baseline bad.json old
echo '{' >bad.json
try check --baseline bad.json old
echo '{ "targets": [ { "name": "scan", "fit": { "class": "n!" } } ] }' >bad.json
try check --baseline bad.json old
head -c 5000 old/1.aplog >old/9.aplog
try check old
try check --fail-on regression old
"$MAKELOG" curves 1 build plain a.c 10 0 5000 10000 >plain.aplog
try check plain.aplog
try check nothing.aplog
try check --max-exponent x old
try check --fail-on everything old
try check --accept a=b old
try check --junit /nowhere/x.xml --max-exponent 2 old
