# Bad logs are skipped, each with one line; the rest is reported.
mkdir logs
"$MAKELOG" exact 1 build 10 8 >logs/good.aplog
"$MAKELOG" exact 2 build 20 8 >logs/second.aplog.2
"$MAKELOG" future 3 >logs/future.aplog
head -c 5000 logs/good.aplog >logs/cut.aplog
: >logs/empty.aplog
echo 'int main;' >logs/foreign.aplog
{ head -c 4150 logs/good.aplog; printf X; tail -c +4152 logs/good.aplog; } >logs/flip.aplog
echo ignored >logs/notes.txt
mkdir logs/folder.aplog
"$ALGOPROF" report -v --csv logs missing.aplog | cut -d, -f2-20
"$ALGOPROF" report -v --json logs 2>/dev/null | grep -A 20 '"skipped"' | grep '"log"\|"why"'
"$ALGOPROF" report -v --csv logs >/dev/null 2>&1
echo "= $?"
"$ALGOPROF" report -v logs/cut.aplog logs/empty.aplog
