# Each command and each of its options is in the manual page, and nothing else.
page=$TESTS/../docs/man/algoprof.1
"$ALGOPROF" help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' >commands
while read -r command; do
    grep -q "^\.SS algoprof $command\\b" "$page" || echo "manual: no section for $command"
    [ "$command" = help ] || "$ALGOPROF" "$command" --help |
        grep -oE '^ *(-[a-zA-Z?], )?--[a-z-]+' | sed 's/.*--/--/' >>options
done <commands
sort -u options >known
sed 's/\\//g' "$page" | grep -oE -- '--[a-z][a-z-]*' | grep -vxE -- '--(libs|cflags)' | sort -u >written
grep -vxE -- '--(help|usage|version)' known >options
grep -vxE -- '--(help|usage|version)' written | diff options - && echo agree
