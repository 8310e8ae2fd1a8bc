# What is no log is not read to its end, and nothing in a folder is waited for.
mkdir logs
mkfifo logs/pipe.aplog
"$MAKELOG" exact 1 build 10 8 >logs/good.aplog
truncate -s 9G logs/image.aplog
ln -s gone logs/link.aplog
# AddressSanitizer needs terabytes of address space.
[ "${SAN:-0}" = 1 ] || ulimit -v 2000000
timeout 60 "$ALGOPROF" report --csv logs | cut -d, -f2-7
timeout 60 "$ALGOPROF" dump logs/image.aplog
echo "= $?"
timeout 60 "$ALGOPROF" dump - <logs/image.aplog 2>/dev/null
echo "= $?"
mkfifo one
cat logs/good.aplog >one &
sleep 0.2
timeout 60 "$ALGOPROF" report --csv one | cut -d, -f2-7
