# Folded stacks: what has cost, as FlameGraph and speedscope read it.
"$MAKELOG" exact 1 build 40 8 >1.aplog
"$MAKELOG" wide 202 6 >w.aplog
"$MAKELOG" idle 3 x >i.aplog
"$ALGOPROF" report --folded *.aplog 2>/dev/null
# A blank or ; in a name divides neither frames nor the count; what cost nothing is no stack.
"$MAKELOG" curves 4 build 'a;b c' 'my file.c' 7 0 5 50 still b.c 8 0 5 0 >c.aplog
"$ALGOPROF" report --folded c.aplog
