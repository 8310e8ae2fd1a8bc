"$MAKELOG" sample 1 >a.aplog
"$ALGOPROF" dump a.aplog
