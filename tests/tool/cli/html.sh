# A page is written whole or not at all, and beside the other formats.
for i in 1 2 3 4 5 6; do
    "$MAKELOG" exact $i build $((10 << i)) 8 >$i.aplog
done
"$MAKELOG" wide 200 4 >w.aplog
try() {
    echo "\$ algoprof $*"
    "$ALGOPROF" "$@" 2>&1 >/dev/null
    echo "= $?"
}
echo before >page.html
mkdir folder
try report --html missing/page.html 1.aplog
try report --html folder 1.aplog
try report --html /dev/full 1.aplog
try report --html page.html missing.aplog
echo nothing >empty.aplog
try report --html page.html empty.aplog
cat page.html
try report --html page.html .
"$ALGOPROF" report --json --html other.html . 2>/dev/null | python3 -m json.tool >/dev/null || echo "no JSON"
cmp page.html other.html
try report --html /dev/null 1.aplog
ln -s page.html link.html
try report --html link.html 1.aplog
[ -L link.html ] || echo "the link is gone"
cmp -s page.html other.html && echo "the linked file is untouched"
umask 027
try report --html new.html 1.aplog
stat -c %a new.html
ls
# No address of a network, and what a name may hold does not end the data.
grep -oE '(src|href)="?[a-z]+:[^ >]*' other.html
grep -o '</script>' other.html | wc -l
