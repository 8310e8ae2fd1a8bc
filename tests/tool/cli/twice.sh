# The same log counts once, whatever it is called; of two states the newer.
"$MAKELOG" exact 1 build 4 8 >a.aplog
cp a.aplog b.aplog
"$ALGOPROF" report --json a.aplog b.aplog a.aplog | grep '"logs"\|"runs"\|"why"'
