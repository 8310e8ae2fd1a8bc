# A log of format version 1, kept as bytes: what was written once stays readable.
"$ALGOPROF" dump - <"$TESTS/tool/library/data/version-1.bin" | tail -n +2
