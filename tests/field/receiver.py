#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shipped configuration of nginx: what can be put, and that nothing else can be done.

    tests/field/receiver.py [test_NAME...]
"""
import http.client
import os
import re
import socket
import subprocess
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from field import RECEIVER, UPLOADER, Failure, Nginx, Spool, check_objects, expect, hash_of, main  # noqa: E402

NAME = "0123456789abcdef" * 2 + ".aplog.zst"
MOST = (1 << 20) + 4096


def ask(nginx, method, path, body=None, headers=None):
    """(status, headers, text); `path` goes as it is."""
    line = http.client.HTTPConnection("127.0.0.1", urllib.parse.urlsplit(nginx.url).port, timeout=30)
    try:
        line.request(method, path, body, headers or {}, encode_chunked=True)
        answer = line.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    except ConnectionError:                 # refused before it had read all
        return 0, {}, b""
    finally:
        line.close()


def status(*args, **kwargs):
    return ask(*args, **kwargs)[0]


def test_first_one_stays(folder):
    with Nginx(folder) as nginx:
        expect("first", status(nginx, "PUT", "/objects/" + NAME, b"one"), 201)
        expect("second", status(nginx, "PUT", "/objects/" + NAME, b"two"), 204)
        expect("large second", status(nginx, "PUT", "/objects/" + NAME, bytes(MOST)), 204)
        delete = NAME[:32] + ".delete"
        expect("request", status(nginx, "PUT", "/objects/" + delete, b"x\n"), 201)
        expect("request again", status(nginx, "PUT", "/objects/" + delete, b"y\n"), 204)
        expect("objects", nginx.objects(), {NAME: b"one", delete: b"x\n"})
        mode = os.stat(os.path.join(folder, "objects", NAME)).st_mode & 0o777
        expect("mode", oct(mode), oct(0o640))


def test_nothing_else(folder):
    """Not to read, to see whether it is there, to list, to change or to remove."""
    with Nginx(folder) as nginx:
        status(nginx, "PUT", "/objects/" + NAME, b"one")
        other = "f" * 32 + ".aplog.zst"
        for method in ("GET", "HEAD", "POST", "DELETE", "MKCOL", "COPY", "MOVE", "PROPFIND", "OPTIONS", "PATCH"):
            headers = {"Destination": "/objects/" + other}
            for name in (NAME, other, "", "../nginx.conf", "../objects/" + NAME):
                answer = ask(nginx, method, "/objects/" + name, headers=headers)
                expect(f"{method} {name}", answer[0], 403)
                if b"one" in answer[2]:
                    raise Failure(f"{method} {name} reads")
        for path in ("/", "/nginx.conf", "/tmp/", "/objects"):
            expect("GET " + path, status(nginx, "GET", path), 403)
        expect("objects", nginx.objects(), {NAME: b"one"})


def test_names(folder):
    tail = ".aplog.zst"
    with Nginx(folder, "1000r/s") as nginx:
        before = sorted(os.listdir(folder))
        for name in ("a" * 31 + tail, "a" * 33 + tail, "A" * 32 + tail, "g" * 32 + tail, "a" * 32, "a" * 32 + ".aplog",
                     "a" * 32 + ".zst", "a" * 32 + tail + "x", "a" * 32 + tail + "/", "sub/" + NAME,
                     "../" + NAME, "..%2f" + NAME, "%2e%2e/" + NAME, "../../../../../../tmp/" + NAME,
                     "..%2f..%2f" + NAME, "a" * 32 + "%00" + tail, "a" * 32 + tail + "%00", "." + NAME,
                     "a" * 32 + tail + "%0a", "%0a" + NAME, NAME + "/../x", "a" * 32 + "aplog.zst", "a" * 8000):
            answer = status(nginx, "PUT", "/objects/" + name, b"x")
            if answer not in (400, 403, 414):
                raise Failure(f"{name}: status {answer}")
        expect("objects", nginx.objects(), {})
        expect("others", sorted(os.listdir(folder)), before)
        # The same name, written otherwise, is that name.
        expect("escaped", status(nginx, "PUT", "/objects/%30" + NAME[1:], b"x"), 201)
        expect("slashes", status(nginx, "PUT", "//objects///" + NAME, b"y"), 204)
        expect("query", status(nginx, "PUT", "/objects/" + NAME + "?x=1", b"z"), 204)
        expect("objects", nginx.objects(), {NAME: b"x"})


def test_size(folder):
    with Nginx(folder) as nginx:
        expect("most", status(nginx, "PUT", "/objects/" + NAME, bytes(MOST)), 201)
        more = "/objects/" + "e" * 32 + ".aplog.zst"
        if status(nginx, "PUT", more, bytes(MOST + 1)) not in (0, 413):
            raise Failure("more than the most was not refused")
        expect("declared", raw(nginx, f"PUT {more} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"), 413)
        # In chunks, without a length.
        chunks = iter([bytes(1 << 16)] * 20)
        if status(nginx, "PUT", more, chunks, {"Transfer-Encoding": "chunked"}) not in (0, 413):
            raise Failure("chunks were not refused")
        expect("range", status(nginx, "PUT", more, b"x", {"Content-Range": "bytes 5-5/10"}) // 100, 5)
        expect("names", list(nginx.objects()), [NAME])


def raw(nginx, text):
    """The status after these bytes."""
    with socket.create_connection(("127.0.0.1", urllib.parse.urlsplit(nginx.url).port)) as line:
        line.sendall(text.encode())
        return int(line.recv(64).split()[1])


def test_pause(folder):
    """The operator's file asks for a pause with every answer to an upload."""
    with open(os.path.join(folder, "algoprof-pause.conf"), "w", encoding="ascii") as conf:
        conf.write('add_header Algoprof-Pause "30 ab" always;\n')
    with Nginx(folder) as nginx:
        for wanted in 201, 204:
            found, headers, _ = ask(nginx, "PUT", "/objects/" + NAME, b"x")
            expect("status", found, wanted)
            expect("header", headers.get("Algoprof-Pause"), "30 ab")


def test_cut(folder):
    """Half an object leaves nothing under its name."""
    with Nginx(folder) as nginx:
        line = socket.create_connection(("127.0.0.1", urllib.parse.urlsplit(nginx.url).port))
        line.sendall(f"PUT /objects/{NAME} HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\n".encode() + bytes(20000))
        while not os.listdir(os.path.join(folder, "tmp")):
            time.sleep(0.01)
        expect("while it comes", nginx.objects(), {})
        line.close()
        while os.listdir(os.path.join(folder, "tmp")):
            time.sleep(0.01)
        expect("afterwards", nginx.objects(), {})
        expect("again", status(nginx, "PUT", "/objects/" + NAME, bytes(50000)), 201)


def test_rate(folder):
    """More than 100 at once are told to come later; the uploader does."""
    with Nginx(folder, "1r/m") as nginx:
        answers = [ask(nginx, "PUT", f"/objects/{i:032x}.aplog.zst", b"x") for i in range(110)]
        statuses = [a[0] for a in answers]
        if statuses[:101] != [201] * 101 or 429 not in statuses:
            raise Failure(f"statuses {statuses}")
        expect("Retry-After", {a[1].get("Retry-After") for a in answers if a[0] == 429}, {"60"})
        spool = Spool(os.path.join(folder, "user"))
        spool.add(1)
        spool.upload("-u", nginx.url, status=3)
        pause = re.search("(?m)^pause (.*)", spool.read("state"))
        expect("waits", int(pause[1]) - spool.clock(), 63)


def test_no_addresses(folder):
    """After every kind of answer no log has the address that asked."""
    seen = set()
    with Nginx(folder) as nginx:
        more = "/objects/" + "e" * 32 + ".delete"
        seen |= {status(nginx, "PUT", "/objects/" + NAME, b"x"), status(nginx, "PUT", "/objects/" + NAME, b"y"),
                 status(nginx, "GET", "/objects/" + NAME), status(nginx, "DELETE", "/objects/" + NAME),
                 status(nginx, "PUT", more, bytes(MOST + 1)),
                 status(nginx, "PUT", more, b"x", {"Content-Range": "bytes 5-5/10"}),
                 raw(nginx, f"PUT {more} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"),
                 raw(nginx, "nonsense\r\n\r\n")}
        seen |= {status(nginx, "PUT", f"/objects/{i:032x}.aplog.zst", b"x") for i in range(200)}
    if not {201, 204, 400, 403, 413, 429} <= seen:
        raise Failure(f"not every kind of answer: {seen}")
    for parent, _folders, files in os.walk(folder):
        for name in (n for n in files if n.endswith(".log")):
            with open(os.path.join(parent, name), "rb") as file:
                text = file.read()
            if b"127.0.0.1" in text or b"client:" in text:
                raise Failure(f"{name} has addresses: {text[:300]!r}")


def test_uploader(folder):
    """The real uploader and the real receiver, a second time too."""
    spool = Spool(os.path.join(folder, "user"), start=int(time.time()) - 100)
    logs = [spool.add(i) for i in range(5)]
    with Nginx(os.path.join(folder, "receiver")) as nginx:
        spool.upload("-u", nginx.url, program=UPLOADER)
        check_objects(nginx.objects(), logs)
        spool.write("sent", "")
        spool.add(1)
        spool.upload("-u", nginx.url, program=UPLOADER)
        check_objects(nginx.objects(), logs)
        spool.upload("-u", nginx.url, "--withdraw", "words", program=UPLOADER)
        requests = [text for name, text in nginx.objects().items() if name.endswith(".delete")]
        expect("deletion", requests, [f"{hash_of(logs[1])}\n".encode()])
        with open(os.path.join(folder, "receiver/error.log"), encoding="utf-8") as file:
            expect("errors", file.read(), "")


def test_script(folder):
    """receiver.sh says what is wrong."""
    for args in ([], ["start"], ["restart", folder], ["stop", folder], ["start", folder, "1", "2"]):
        done = subprocess.run([RECEIVER, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode == 0 or not done.stdout.startswith(b"receiver: "):
            raise Failure(f"{args}: status {done.returncode}: {done.stdout}")


if __name__ == "__main__":
    main("receiver")
