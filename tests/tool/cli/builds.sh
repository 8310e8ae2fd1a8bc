# Logs of different builds are not mixed, and a line says so.
"$MAKELOG" exact 1 one 20 8 >a.aplog
"$MAKELOG" exact 2 two 30 8 >b.aplog
"$ALGOPROF" report --csv a.aplog b.aplog | cut -d, -f1-2,6-7,11
"$ALGOPROF" report --json a.aplog b.aplog 2>/dev/null | grep -c mixed-builds
