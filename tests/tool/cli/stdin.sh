# A log on stdin.
"$MAKELOG" exact 1 build 4 8 | "$ALGOPROF" report -v --csv - | cut -d, -f7,11
"$MAKELOG" exact 1 build 4 8 | "$ALGOPROF" dump - | head -n 1
"$MAKELOG" exact 1 build 4 8 | head -c 4200 | "$ALGOPROF" report -v -
