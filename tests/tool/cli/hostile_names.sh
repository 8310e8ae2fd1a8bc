# Names that are formulas, and names that move a terminal's cursor or turn its text around.
"$MAKELOG" exact 1 build 4 8 >'=1+1.aplog'
"$MAKELOG" exact 2 build 4 8 >"$(printf 'x\033[31m\nred\342\200\256.aplog')"
printf 'no log' >"$(printf 'bad\033]0;x\007.aplog')"
"$ALGOPROF" report -v --csv -- '=1+1.aplog' | cut -d, -f7 | tail -n +2
"$ALGOPROF" report -v --csv -- x*.aplog | cut -d, -f7 | tail -n +2 | od -An -c | tr -s ' '
"$ALGOPROF" report -v -- bad*.aplog 2>&1 | head -1 | od -An -c | tr -s ' '
