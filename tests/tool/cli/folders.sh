# A folder's logs, its subfolders' not; dump takes one.
mkdir -p logs/sub
"$MAKELOG" exact 1 build 4 8 >logs/a.aplog
"$ALGOPROF" dump logs | head -n 1
"$MAKELOG" exact 2 build 4 8 >logs/a.aplog.1
"$MAKELOG" exact 3 build 4 8 >logs/sub/a.aplog
"$MAKELOG" exact 4 build 4 8 >logs/a.aplog.bak
"$ALGOPROF" report --csv logs/ | cut -d, -f7
"$ALGOPROF" dump logs
