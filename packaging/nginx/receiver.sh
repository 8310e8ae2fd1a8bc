#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The receiver on this machine's loopback, for tests and to try it: as any user,
# without TLS.
#
#   receiver.sh start FOLDER [PORT]   prints the URL to send to; objects come to
#                                     FOLDER/objects.  Without PORT a free one
#   receiver.sh stop FOLDER
#
# RATE=Nr/s or Nr/m: requests a second, or minute, of one address, instead of
# those in the configuration.
set -u
here=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin

fail()
{
    echo "receiver: $*" >&2
    exit 1
}

# The shipped configuration, with this folder and port and without TLS.
configure()
{
    [ "$(id -u)" != 0 ] || echo 'user root;'
    cat <<END
worker_processes 1;
pid $folder/nginx.pid;
error_log $folder/error.log;
events { worker_connections 64; }
http {
    proxy_temp_path $folder/tmp;
    fastcgi_temp_path $folder/tmp;
    uwsgi_temp_path $folder/tmp;
    scgi_temp_path $folder/tmp;
END
    # Debian's modules may be files of their own; none is needed.
    sed -e "s|listen 443 ssl;|listen 127.0.0.1:$1;|" -e '/ssl_/d' \
        -e "s|/srv/algoprof|$folder|" -e "s|/etc/nginx/|$folder/|" -e "s|rate=5r/s|rate=${RATE:-5r/s}|" \
        "$here/algoprof-receiver.conf"
    echo '}'
}

run()
{
    nginx -p "$folder" -c "$folder/nginx.conf" -e "$folder/error.log" -q "$@"
}

start()
{
    command -v nginx >/dev/null || fail 'no nginx: install nginx-light'
    mkdir -p "$folder/objects" "$folder/tmp" || exit 1
    tries=0
    while [ $tries -lt 20 ]; do
        tries=$((tries + 1))
        chosen=${1:-$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))}
        configure "$chosen" >"$folder/nginx.conf"
        if run 2>"$folder/start.log" </dev/null >/dev/null; then
            echo "http://127.0.0.1:$chosen/objects"
            return 0
        fi
        if [ -n "${1:-}" ] || ! grep -q 'Address already in use' "$folder/start.log" "$folder/error.log"; then
            break
        fi
    done
    cat "$folder/start.log" >&2
    fail 'nginx does not start'
}

[ $# = 2 ] || [ $# = 3 ] || fail 'usage: receiver.sh start FOLDER [PORT] | stop FOLDER'
case $1 in
start) mkdir -p "$2" && folder=$(cd "$2" && pwd) && start "${3:-}" ;;
stop)
    folder=$(cd "$2" && pwd) || exit 1
    [ -s "$folder/nginx.pid" ] || fail "nothing runs in $folder"
    pid=$(cat "$folder/nginx.pid") || exit 1
    run -s stop || exit 1
    # It removes its pid file when it ends.  Whether the process is still there says less: where
    # process 1 does not wait for orphans, as in many containers, it stays as a zombie.
    tries=0
    while [ -e "$folder/nginx.pid" ] && kill -0 "$pid" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -le 600 ] || fail "nginx (process $pid) does not end"
        sleep 0.05
    done
    ;;
*) fail "'$1' is neither start nor stop" ;;
esac
