# Nothing to report: exit status 3.
try() {
    "$ALGOPROF" "$@" 2>&1
    echo "= $?"
}
mkdir folder
"$MAKELOG" idle 1 >idle.aplog
try report folder
try report missing.aplog
try report --csv idle.aplog
try dump folder
try dump missing.aplog
try dump /dev/null
