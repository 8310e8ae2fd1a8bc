# --help and --version on all; help on stdout, exit status 0.
"$ALGOPROF" --version || exit
"$ALGOPROF" --help >a || exit
"$ALGOPROF" help >b || exit
cmp a b || exit
grep -c 'report\|dump\|fit\|help' a >/dev/null || exit
for command in run report dump fit check diff list contexts suggest merge ingest; do
    "$ALGOPROF" $command --version || exit
    "$ALGOPROF" $command --help >a || exit
    "$ALGOPROF" help $command >b || exit
    cmp a b || exit
    head -n 1 a
done
