# A limit in the source stands in the log; both decoders read it.
"$MAKELOG" curves 1 build a a.c 1 0 10 10 b a.c 2 5 10 10 c a.c 3 10 10 10 d a.c 4 15 10 10 >a.aplog
"$ALGOPROF" dump a.aplog | sed -n 's/^site.* \(at [^ ]*\).*blind 0/\1/p'
"$ALGOPROF" dump --json a.aplog >b.json || exit
python3 "$TESTS/lib/logread.py" a.aplog >a.json || exit
python3 "$TESTS/tool/library/compare_dump.py" a.json b.json && echo agree
