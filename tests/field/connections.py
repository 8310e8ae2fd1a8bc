#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""algoprof-upload's ways to a receiver: URLs, presigned ones, proxies, TLS, redirections.

    tests/field/connections.py [test_NAME...]
"""
import os
import ssl
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from field import START, Failure, Server, Spool, expect, hash_of, main  # noqa: E402


def test_urls(folder):
    spool = Spool(folder)
    log = spool.add(1)
    with Server(spool) as server:
        base = server.url.rsplit("/", 1)[0]
        spool.upload("-u", base + "/b/%s?sign=1", "words")
        expect("path", server.requests[0].path, f"/b/{hash_of(log)}.aplog.zst?sign=1")
        spool.add(2)
        spool.upload("-u", base + "/b/", "words")
        expect("path", server.requests[1].path.rsplit("/", 1)[0], "/b")
    for url in ("http://192.0.2.1/x", "ftp://127.0.0.1/x", "file:///tmp/x", "http://localhost.example.org/",
                "http://127.0.0.1@192.0.2.1/", "nonsense:", ""):
        said = spool.upload("-u", url, "words", status=2)
        if said.count("\n") != 1 or not said.startswith("algoprof-upload: "):
            raise Failure(said)


def test_presigned(folder):
    spool = Spool(folder)
    log = spool.add(1)
    with Server(spool) as server:
        command = f"printf '%s/%s?X-Amz-Signature=0123&n=%s\\n' {server.url}/bucket"
        spool.upload("--presign-command", "false", "words", status=3)
        expect("requests", len(server.requests), 0)
        spool.set_clock(START + 900)
        spool.upload("--presign-command", command + " x", "words")
        name = hash_of(log) + ".aplog.zst"
        expect("path", server.requests[0].path, f"/objects/bucket/x?X-Amz-Signature=0123&n={name}")


def test_proxy(folder):
    """By option and by environment, as curl's."""
    spool = Spool(folder)
    with Server(spool) as proxy:
        at = proxy.url.rsplit("/", 1)[0]
        for i, (args, env) in enumerate([(["--proxy", at], {}), ([], {"http_proxy": at}), ([], {"ALL_PROXY": at})]):
            spool.add(i)
            spool.upload("-u", "http://receiver.invalid/a", "--insecure-http", "words", *args, **env)
            expect("requests", len(proxy.requests), i + 1)
            expect("path", proxy.requests[i].path.rsplit("/", 1)[0], "http://receiver.invalid/a")
        spool.add(7)
        spool.upload("-u", "http://receiver.invalid/a", "--insecure-http", "words", status=3,
                     http_proxy=at, no_proxy="receiver.invalid")
        expect("requests", len(proxy.requests), 3)


def test_proxy_refuses(folder):
    """What a proxy says of itself is no answer of the receiver's: nothing is given up."""
    for status in (403, 404, 407, 429, 502, 200):
        spool = Spool(os.path.join(folder, str(status)))
        spool.add(1)
        with Server(spool) as proxy:
            proxy.script = [(status, {"Retry-After": "60"}, "no")] * 2
            at = proxy.url.rsplit("/", 1)[0]
            spool.upload("-u", "https://receiver.invalid/a", "--proxy", at, "words", status=3)
            expect(f"asked, {status}", len(proxy.requests), 1)
        expect(f"given up, {status}", spool.given_up(), {})
        expect(f"left, {status}", len(spool.unsent()), 1)
        expect(f"sent, {status}", spool.sent(), [])


def certificate(folder, name):
    """A key and a certificate for a host, in one file."""
    path = os.path.join(folder, name + ".pem")
    kind = "IP" if name[0].isdigit() else "DNS"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-keyout", path, "-out", path + ".crt", "-days", "2", "-subj", "/CN=" + name,
                    "-addext", f"subjectAltName={kind}:{name}"], check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path + ".crt", path)
    return context, path + ".crt"


def test_tls(folder):
    """Nothing goes to a receiver that cannot show who it is."""
    tls, ca = certificate(folder, "127.0.0.1")
    wrong, wrong_ca = certificate(folder, "receiver.example.org")
    spool = Spool(folder)
    spool.add(1)
    with Server(spool, tls=tls) as server, Server(spool, tls=wrong) as other:
        def refused(*args, **env):
            spool.upload(*args, "words", status=3, **env)
            expect("requests", len(server.requests) + len(other.requests), 0)
            spool.set_clock(spool.clock() + 86400)
        refused("-u", server.url)
        refused("-u", server.url, "--cacert", wrong_ca)
        refused("-u", other.url, "--cacert", wrong_ca)
        for i, (args, env) in enumerate([(["--cacert", ca], {}), ([], {"CURL_CA_BUNDLE": ca}),
                                         ([], {"SSL_CERT_FILE": ca})]):
            spool.add(i + 10, changed=spool.clock())
            spool.upload("-u", server.url, *args, "words", **env)
        expect("requests", len(server.requests), 4)
        # A receiver of TLS does not send us on to one without.
        spool.add(20, changed=spool.clock())
        with Server(spool) as plain:
            server.script = [(307, {"Location": plain.url}, "")]
            spool.upload("-u", server.url, "--cacert", ca, "words", status=3)
            expect("requests without TLS", len(plain.requests), 0)
            spool.set_clock(spool.clock() + 86400)
            server.script = [(307, {"Location": server.url + "/there"}, "")]
            spool.upload("-u", server.url, "--cacert", ca, "words")
            expect("sent on", server.requests[-1].path, "/objects/there")


def test_pause(folder):
    """A pause that the receiver asks for is noted where it may ask, and only ever gets longer."""
    tls, ca = certificate(folder, "127.0.0.1")
    day, build = 86400, "92443fb92f0d31adf0c71371efd02066bfb68b05"
    spool = Spool(folder)
    count = 0

    def noted(hours, value, *options, status=201, ended=0, over=tls):
        """The file after an answer at that hour, its moments in days from START."""
        nonlocal count
        spool.set_clock(START + hours * 3600)
        spool.add(count, changed=spool.clock())
        count += 1
        with Server(spool, tls=over) as server:
            server.script = [(status, {"Algoprof-Pause": value}, "")]
            spool.upload("-u", server.url, "--cacert", ca, *options, "words", status=ended)
        lines = [line.split(" ") for line in spool.read("paused").splitlines()]
        return [((int(until) - START) / day, version) for until, version in lines]

    expect("not allowed", noted(0, "30"), [])
    expect("no TLS", noted(1, "30", "--obey-pause", over=None), [])
    wrong = ("0", "91", "-1", "x", "1.5", "30 x", "30 abc", "30 AB", "30 *x", "30 " + "ab" * 65, "30 * *", "", "3000")
    for hour, value in enumerate(wrong):
        expect(f"'{value}'", noted(2 + hour, value, "--obey-pause"), [])
    expect("all", noted(24, "2", "--obey-pause"), [(3, "*")])
    expect("shorter", noted(36, "1", "--obey-pause"), [(3, "*")])
    expect("one version", noted(48, f"3 {build}", "--obey-pause"), [(3, "*"), (5, build)])
    expect("over", noted(72, "5 ab", "--obey-pause"), [(5, build), (8, "ab")])
    expect("a refusal's", noted(96, "6 ab", "--obey-pause", status=403, ended=3), [(5, build), (10, "ab")])
    with open(os.path.join(spool.conf, "words.conf"), "w", encoding="ascii") as conf:
        conf.write("obey-pause = yes\n")
    expect("by the operator's file", noted(20 * 24, "1 *"), [(21, "*")])
    # What another clock noted pauses nothing, and stands in no pause's way; also where it is long.
    with open(spool.file("paused"), "w", encoding="ascii") as file:
        file.write(f"{START + 900 * day} *\n" + "".join(f"9223372036854775807 {i:0128x}\n" for i in range(29)))
    expect("by another clock", noted(22 * 24, "2 *"), [(24, "*")])


def test_sent_elsewhere(folder):
    """An answer to something else than our PUT says nothing about it."""
    tls, ca = certificate(folder, "127.0.0.1")
    for status, done in (303, False), (302, True), (307, True), (308, True):
        spool = Spool(os.path.join(folder, str(status)))
        spool.add(1)
        with Server(spool, tls=tls, usual=200) as server:
            server.script = [(status, {"Location": server.url + "/there"}, "")]
            spool.upload("-u", server.url, "--cacert", ca, "words", status=0 if done else 3)
        expect(f"sent, with {status}", len(spool.sent()), int(done))
        expect(f"left, with {status}", len(spool.unsent()), int(not done))


if __name__ == "__main__":
    main("connections")
