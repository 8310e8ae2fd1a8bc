# The source of a target: below a folder, or where a program's DWARF says.
"$MAKELOG" exact 2 buildone 40 8 >a.aplog
"$MAKELOG" exact 3 other 40 8 >b.aplog
mkdir tree tree/sub away
for i in 1 2 3 4 5 6 7 8; do echo "// line $i"; done >away/scan.c
printf 'int main(void)\n{ /* the target\033[31m */\n    return 0;\n}\n' >>away/scan.c
(cd away && ${CC:-gcc} -g -Wl,--build-id=0x6275696c646f6e65 scan.c -o program && strip -g program -o stripped &&
    mkdir -p debug/.build-id/62 && objcopy --only-keep-debug program debug/.build-id/62/75696c646f6e65.debug)
show() {
    echo "\$ $*"
    "$ALGOPROF" report -v --target scan "$@" a.aplog | sed -n '/^  .*scan\.c/,$p'
}
show
show --source away
show --source away/program
show --source away/stripped
show --source missing --source away/
show --source away/debug
show --source missing --debug-dir missing --debug-dir away/debug
"$ALGOPROF" report -v --target scan --source away/program b.aplog | tail -n 1
"$ALGOPROF" report -v --target scan --source away/debug b.aplog | tail -n 1
# A page is passed on: nothing of this machine is in it.
for where in away away/program away/debug; do
    "$ALGOPROF" report -v --html page.html --source $where a.aplog >/dev/null
    grep -o '"path":"[^"]*"' page.html
    grep -cF "$PWD" page.html
done
# Nothing but source, nothing outside a folder.
ln -s /etc/passwd tree/scan.c
show --source tree
seq 20 >tree/secret.txt
ln -sf secret.txt tree/scan.c
show --source tree
# Nor when a program says so.
"$MAKELOG" curves 9 buildone scan secret.txt 10 0 5 5 >c.aplog
(cd tree && printf '#line 1 "secret.txt"\nint main(void) { return 0; }\n' >secret.c &&
    ${CC:-gcc} -g -Wl,--build-id=0x6275696c646f6e65 secret.c -o program)
"$ALGOPROF" report -v --target scan --source tree/program c.aplog | tail -n 1
sed -i 's/secret.txt/secret.inc/' tree/secret.c && mv tree/secret.txt tree/secret.inc
(cd tree && ${CC:-gcc} -g -Wl,--build-id=0x6275696c646f6e65 secret.c -o program)
"$MAKELOG" curves 9 buildone scan secret.inc 10 0 5 5 >c.aplog
"$ALGOPROF" report -v --target scan --source tree/program c.aplog | tail -n 1
# A debuginfod server has both, by build-id; its client reads file: as it does http:.
id=6275696c646f6e65
mkdir -p "server/buildid/$id/source$PWD/away"
cp away/debug/.build-id/62/*.debug "server/buildid/$id/debuginfo"
mv away/scan.c "server/buildid/$id/source$PWD/away/"
export DEBUGINFOD_CACHE_PATH="$PWD/cache" DEBUGINFOD_URLS="file://$PWD/server"
show --debug-dir away/debug
show
DEBUGINFOD_URLS= show
