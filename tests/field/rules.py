#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What algoprof-upload must not do: send without consent or a log that is being
written, keep more than the limits, trust a folder of others or what lies in it, act
against the operator.

    tests/field/rules.py [test_NAME...]
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from field import (START, Failure, Server, Spool, Writer, check_objects, expect, gone_pid,  # noqa: E402
                   hash_of, main, make_log, planted_host, start_time)

DAY = 86400


def deletions(server):
    return [r.body.decode() for r in server.requests if r.name.endswith(".delete") and not r.partial]


def listed(logs):
    return "".join(sorted(hash_of(log) + "\n" for log in logs))


def test_no_consent(folder):
    spool = Spool(folder, consent=False)
    spool.add(1)
    spool.add(2, name=f"run/{2:032x}.{gone_pid()}.1.aplog")
    with Server(spool) as server:
        spool.upload("-u", server.url, status=3)
        expect("requests", len(server.requests), 0)
    expect("left", spool.unsent(), [])
    expect("given up", spool.given_up(), {f"{i:032x}": "no-consent" for i in (1, 2)})


def test_no_consent_no_receiver(folder):
    """Who only tries the uploader loses nothing."""
    spool = Spool(folder, consent=False)
    spool.add(1)
    before = spool.unsent()
    expect("said", "nobody agreed, and no receiver is named" in spool.upload("words"), True)
    expect("left", spool.unsent(), before)
    expect("given up", spool.given_up(), {})
    expect("said", "would send and remove nothing" in spool.upload("--dry-run", "words"), True)


def test_consent_variable(folder):
    spool = Spool(folder, consent=False)
    log = spool.add(1)
    with Server(spool) as server:
        spool.upload("-u", server.url, ALGOPROF_CONSENT="0")
        expect("requests", len(server.requests), 0)
        expect("left", len(spool.unsent()), 1)
        spool.upload("-u", server.url, ALGOPROF_CONSENT="1")
        check_objects(server.objects, [log])
        # An uploader without the variable takes nothing back.
        spool.upload("-u", server.url)
        expect("requests", len(server.requests), 1)
        spool.write("withdrawn", "")
        spool.add(2)
        spool.upload("-u", server.url, ALGOPROF_CONSENT="1")
        expect("deletions", deletions(server), [listed([log])])
        expect("left", spool.unsent(), [])


def test_consent_is_no_link(folder):
    for kind in ("link", "folder", "pipe"):
        spool = Spool(os.path.join(folder, kind), consent=False)
        spool.add(1)
        if kind == "link":
            os.symlink("/etc/passwd", spool.file("consent"))
        elif kind == "folder":
            os.mkdir(spool.file("consent"))
        else:
            os.mkfifo(spool.file("consent"))
        with Server(spool) as server:
            spool.upload("-u", server.url, status=3)
            expect(f"requests with a {kind}", len(server.requests), 0)


def test_withdrawn_between_objects(folder):
    """Asked before each object; what went already is asked back in the same pass."""
    for how in ("withdrawn", "removed"):
        spool = Spool(os.path.join(folder, how))
        logs = [spool.add(i) for i in range(5)]

        def withdraw(request):
            if len(server.requests) == 2:
                if how == "withdrawn":
                    spool.write("withdrawn", "")
                os.unlink(spool.file("consent"))
        with Server(spool) as server:
            server.on_request = withdraw
            spool.upload("-u", server.url)
            expect("requests", [n[32:] for n in server.names()], [".aplog.zst"] * 2 + [".delete"])
            expect("deletion", deletions(server), [listed(logs[:2])])
            expect("its name", server.names()[2], hash_of(server.requests[2].body) + ".delete")
        expect("left", sorted(os.listdir(spool.path)), ["lock", "out", "run"])
        expect("logs", spool.unsent(), [])


def test_deletion_is_not_given_up(folder):
    """Sent, begun, tried and refused ones are asked back, however long it takes."""
    spool = Spool(folder)
    logs = [spool.add(i) for i in range(4)]
    spool.add(9, b"no log")
    with Server(spool, script=[201, "cut-after", 400, 201, 500]) as server:
        spool.add(8, changed=START + 8)
        spool.upload("-u", server.url, status=3)
        logs.append(make_log(8))
        server.script, server.usual = [], 403
        spool.set_clock(START + DAY)
        spool.upload("--withdraw", "words", "-u", server.url, status=3)
        expect("logs", spool.unsent(), [])
        expect("what could be kept", {"client", "consent"} & set(os.listdir(spool.path)), set())
        for answer in (500, 404, "cut") * 4:
            server.usual = answer
            spool.upload("-u", server.url, status=3)
            spool.set_clock(spool.clock() + DAY)
        server.usual = 201
        spool.upload("-u", server.url)
        expect("deletions", set(deletions(server)), {listed(logs)})
        expect("files", sorted(os.listdir(spool.path)), ["lock", "out", "run"])
        count = len(server.requests)
        spool.upload("-u", server.url)
        expect("requests", len(server.requests), count)


def test_deletion_of_many(folder):
    spool = Spool(folder)
    hashes = [f"{i * 7919:032x}" for i in range(40000)]
    spool.write("sent", "".join(f"{h} 1\n" for h in reversed(hashes)))
    with Server(spool, script=[201, 500]) as server:
        spool.upload("--withdraw", "words", "-u", server.url, status=3)
        spool.set_clock(START + DAY)
        spool.upload("-u", server.url)
        expect("listed", sorted(set("".join(deletions(server)).split())), sorted(hashes))
        expect("longest", max(len(text) for text in deletions(server)), 33 * 30000)


def test_nothing_to_delete(folder):
    spool = Spool(folder)
    spool.add(1)
    with Server(spool) as server:
        spool.upload("--withdraw", "words", "-u", server.url)
        expect("requests", len(server.requests), 0)
    expect("files", sorted(os.listdir(spool.path)), ["lock", "out", "run"])


def test_consent_given_again(folder):
    """Logs of before are removed, those that began later go."""
    spool = Spool(folder)
    with Server(spool) as server:
        sent = spool.add(1)
        spool.upload("-u", server.url)
        spool.write("withdrawn", "")
        os.utime(spool.file("withdrawn"), (START + 50, START + 50))
        spool.add(2, make_log(2, began=START + 50), changed=START + 60)
        later = spool.add(3, make_log(3, began=START + 51), changed=START + 60)
        spool.upload("-u", server.url)
        expect("requests", [n[32:] for n in server.names()], [".aplog.zst", ".delete", ".aplog.zst"])
        expect("deletion", deletions(server), [listed([sent])])
        check_objects({n: o for n, o in server.objects.items() if n.endswith("zst")}, [sent, later])


def test_alive(folder):
    """A log goes only when its lock is free and its writer is gone."""
    spool = Spool(folder)
    gone = gone_pid()
    cases = []                              # (writer, goes)
    for number, (locked, own_pid, same_start, goes) in enumerate([
            (True, True, True, False), (False, True, True, False), (True, False, True, False),
            (True, True, False, False), (False, True, False, True), (False, False, True, True)]):
        writer = Writer(locked)
        cases.append((writer, goes))
        pid = writer.pid if own_pid else gone
        start = start_time(writer.pid) + (0 if same_start else 1)
        spool.add(number, name=f"run/{number:032x}.{pid}.{start}.aplog")
        writer.hold(spool.file("run", f"{number:032x}.{pid}.{start}.aplog"))
    # Complete, but threads of the program may still write.
    last = Writer(True)
    spool.add(7)
    last.hold(spool.file("out", f"{7:032x}.aplog"))
    try:
        with Server(spool) as server:
            spool.upload("-u", server.url)
            check_objects(server.objects, [make_log(i) for i, case in enumerate(cases) if case[1]])
            expect("left", len(spool.unsent()), 5)
            spool.write("withdrawn", "")
            os.unlink(spool.file("consent"))
            spool.upload("-u", server.url)
            # At its end a program finds its log gone: whatever the user says until then.
            expect("left", spool.unsent(), [])
    finally:
        for writer, _ in cases + [(last, 0)]:
            writer.stop()


def test_no_logs(folder):
    """What is no log is not sent, whatever it looks like; and does not stop the rest."""
    spool = Spool(folder)
    good = make_log(1)
    spool.add(1, b"")
    spool.add(2, good[:4095])
    spool.add(3, good[:-1])                                 # less than its commit covers
    spool.add(4, good[:184] + b"\0" * 8 + good[192:])       # the header's checksum
    spool.add(5, good[:192] + bytes(128) + good[320:])      # no commit
    spool.add(6, bytes(5000))
    spool.add(7, make_log(7, (1 << 20) + 1))
    log = spool.add(8)
    with Server(spool) as server:
        spool.upload("-u", server.url, status=3)
        check_objects(server.objects, [log])
    expect("given up", spool.given_up(), {f"{i:032x}": "not-a-log" for i in range(1, 8)})


def test_strange_files(folder):
    """Links, pipes, folders and other names are left alone."""
    spool = Spool(folder)
    outside = os.path.join(folder, "outside.aplog")
    with open(outside, "wb") as out:
        out.write(make_log(5))
    os.symlink(outside, spool.file("out", f"{1:032x}.aplog"))
    os.mkfifo(spool.file("out", f"{2:032x}.aplog"))
    os.mkdir(spool.file("out", f"{3:032x}.aplog"))
    for name in ("x.aplog", f"{4:032x}.aplog.1", f"{4:032X}.aplog"[:-7] + "A.aplog", f"{4:031x}.aplog",
                 f"{4:032x}", f"{4:032x}.1.2.aplog"):
        spool.add(4, name="out/" + name)
    for name in (f"{4:032x}.aplog", f"{4:032x}.-1.1.aplog", f"{4:032x}.1.aplog", f"{4:032x}.1.1.aplogs",
                 f"{4:032x}. 1.1.aplog", f"{4:032x}.0.1.aplog"):
        spool.add(4, name="run/" + name)
    log = spool.add(9)
    left = len(spool.unsent()) - 1
    with Server(spool) as server:
        spool.upload("-u", server.url)
        check_objects(server.objects, [log])
    expect("left", len(spool.unsent()), left)


def test_folder_of_others(folder):
    def refused(name, spoil):
        spool = Spool(os.path.join(folder, name))
        spool.add(1)
        spoil(spool)
        with Server(spool) as server:
            said = spool.upload("-u", server.url, "words", status=3)
            expect(f"requests, {name}", len(server.requests), 0)
            expect("lines", said.count("\n"), 1)

    def moved(path):
        os.rename(path, path + ".real")
        os.symlink(path + ".real", path)
    refused("readable", lambda spool: os.chmod(spool.path, 0o750))
    refused("writable", lambda spool: os.chmod(spool.file("out"), 0o702))
    refused("link", lambda spool: moved(spool.path))
    refused("out-link", lambda spool: moved(spool.file("out")))
    refused("run-link", lambda spool: moved(spool.file("run")))
    refused("state-link", lambda spool: os.symlink("/dev/null", spool.file("lock")))
    if os.geteuid() == 0:
        refused("others", lambda spool: os.chown(spool.path, 12345, 12345))


def test_hostile_records(folder):
    """Whatever stands in the records, the logs go, and none twice."""
    spool = Spool(folder)
    first, second = spool.add(1), spool.add(2)
    junk = random.Random(1).randbytes(3000) + b"\n" + b"a" * 100000 + b"\nobject \nobject zz 1 1\npause x\nrecent -9\n"
    spool.write("state", junk + b"pause 99999999999999\nrecent 9999999999999\n" * 20)
    # The last line was cut in the middle: it says nothing, and does not spoil the next.
    spool.write("sent", junk + hash_of(first).encode() + b" 17\n" + hash_of(second).encode()[:20])
    with Server(spool) as server:
        spool.upload("-u", server.url)
        check_objects(server.objects, [second])
        third = spool.add(3)
        spool.upload("-u", server.url)
        check_objects(server.objects, [second, third])
    lines = open(spool.file("sent"), "rb").read().splitlines()
    expect("lines", [line[:32].decode() for line in lines[-2:]], [hash_of(second), hash_of(third)])


def test_operator(folder):
    """(file's text, does anything go?)"""
    url = "http://127.0.0.1:1/"
    for number, (name, text, goes) in enumerate([
            ("all", "enabled = no\n", False), ("words", " enabled=no", False), ("other", "enabled = no\n", True),
            ("all", "# enabled = no\n\n", True), ("all", "enabled = yes\nshare = 0.1\n", True),
            ("all", "enabled = no\nenabled = yes\n", False), ("all", "enable = no\n", False),
            ("all", "enabled = off\n", False), ("all", "round = no\n", True), ("all", "round = 2\n", False),
            ("all", "share = 1.5\n", False), ("all", "share = .5\n", False),
            ("all", "share = 1.\n", False), ("all", "share = 0.50\n", True),
            ("all", "share = x\n", False), ("all", "url =\n", False), ("all", "nonsense\n", False),
            ("all", "\0", False), ("all", "#" * 65537, False), ("all", "#" * 65536, True)]):
        spool = Spool(os.path.join(folder, str(number)))
        spool.add(1)
        with open(os.path.join(spool.conf, name + ".conf"), "w", encoding="ascii") as out:
            out.write(text)
        with Server(spool) as server:
            spool.upload("-u", server.url, "words", status=None)
            expect(f"goes with {text[:50]!r} for {name}", len(server.requests), int(goes))
            expect("left", len(spool.unsent()), int(not goes))
    spool = Spool(folder)
    os.mkdir(os.path.join(spool.conf, "all.conf"))
    spool.add(1)
    said = spool.upload("-u", url, "words", status=3)
    expect("left", len(spool.unsent()), 1)
    if "all.conf" not in said:
        raise Failure(said)
    # A file that tells no size, and a folder that is a link to nowhere.
    for number, target in enumerate(("/proc/self/mem", None)):
        spool = Spool(os.path.join(folder, f"odd{number}"))
        spool.add(1)
        if target:
            os.symlink(target, os.path.join(spool.conf, "all.conf"))
        else:
            os.rmdir(spool.conf)
            os.symlink("/nowhere/x", spool.conf)
        with Server(spool) as server:
            spool.upload("-u", server.url, "words", status=3)
            expect(f"requests, {target}", len(server.requests), 0)


def test_withdrawn_while_off(folder):
    """The operator's no keeps the request back, and no log that the user took back."""
    spool = Spool(folder)
    log = spool.add(1)
    with Server(spool) as server:
        spool.upload("-u", server.url)
        spool.add(2)
        with open(os.path.join(spool.conf, "words.conf"), "w", encoding="ascii") as out:
            out.write("enabled = no\n")
        said = spool.upload("--withdraw", "words", "-u", server.url, status=3)
        expect("left", spool.unsent(), [])
        expect("requests", len(server.requests), 1)
        if "switched off" not in said:
            raise Failure(said)
        spool.upload("-u", server.url, status=3)
        os.unlink(os.path.join(spool.conf, "words.conf"))
        spool.upload("-u", server.url)
        expect("deletions", deletions(server), [listed([log])])


def test_operators_url(folder):
    """The command line first, then the application's file, then that for all."""
    spool = Spool(folder)
    with Server(spool) as a, Server(spool) as b, Server(spool) as c:
        def conf(name, url):
            with open(os.path.join(spool.conf, name + ".conf"), "w", encoding="ascii") as out:
                out.write(f"url = {url}\n")
        conf("all", a.url)
        for number, (args, server) in enumerate([([], a), ([], b), (["-u", c.url], c)]):
            log = spool.add(number)
            spool.upload(*args)
            check_objects(server.objects, [log])
            conf("words", b.url)


def test_client_id(folder):
    """Drawn anew after 90 days, only for those who agreed to one; never sent."""
    spool = Spool(folder)
    with Server(spool) as server:
        spool.upload("-u", server.url)
        expect("without", os.path.exists(spool.file("client")), False)
        old = "0123456789abcdef" * 2
        for text, stays in ((f"{old} {START - 90 * DAY + 1}\n", True), (f"{old} {START - 90 * DAY}\n", False),
                            (f"{old} {START + 2 * DAY}\n", False), ("", False), (f"{old}\n", False),
                            (f"{old}0 {START}\n", False), (f"{old} {START}x\n", False),
                            (f"{old} {START}", False), (f"{old}  {START}\n", False), (f"{old} {START}\n", True)):
            spool.write("client", text)
            spool.add(1)
            spool.upload("-u", server.url)
            found = spool.read("client")
            if stays:
                expect("id", found, text)
            else:
                expect("id", (len(found.split()[0]), found.split()[1]), (32, str(START)))
                expect("another", found.startswith(old), False)
        expect("sent", any(old in str(r.headers) + r.path for r in server.requests), False)


def test_no_names(folder):
    """Nothing that leaves tells who or where: neither in bytes nor in headers."""
    spool = Spool(folder)
    spool.add(1)
    host = planted_host()
    with Server(spool) as server:
        spool.upload("-u", server.url, USER="planted-user", LOGNAME="planted-user", PLANTED="planted-value")
        everything = repr([(r.path, r.headers, r.body) for r in server.requests])
    for secret in ("planted", host, folder, "words"):
        if secret and secret in everything:
            raise Failure(f"{secret} in {everything}")


def test_umask(folder):
    """Files are the user's, and nobody else's, whatever the umask."""
    for umask in 0, 0o177, 0o777:
        spool = Spool(os.path.join(folder, f"{umask:o}"))
        spool.add(1)
        spool.add(2, b"no log")
        with Server(spool) as server:
            before = os.umask(umask)
            try:
                spool.upload("-u", server.url, "words", status=3)
            finally:
                os.umask(before)
            expect("requests", len(server.requests), 1)
        for name in "state", "sent", "given-up", "lock":
            expect(f"{name}, umask {umask:o}", oct(os.stat(spool.file(name)).st_mode & 0o7777), oct(0o600))


def test_many_apps(folder):
    """Without APP all are seen to; one that cannot be does not stop the others."""
    spool = Spool(folder)
    logs = [spool.add(1)]
    for app in ("another", "bad", "z.z-9_"):
        other = os.path.join(spool.state, "algoprof", app)
        os.makedirs(os.path.join(other, "out"), 0o700)
        os.chmod(other, 0o755 if app == "bad" else 0o700)
        with open(os.path.join(other, "consent"), "w", encoding="ascii"):
            pass
        log = make_log(ord(app[0]))
        with open(os.path.join(other, "out", f"{5:032x}.aplog"), "wb") as out:
            out.write(log)
        os.utime(os.path.join(other, "out", f"{5:032x}.aplog"), (START, START))
        logs += [] if app == "bad" else [log]
    with Server(spool) as server:
        said = spool.upload("-u", server.url, status=3)
        check_objects(server.objects, logs)
        expect("what is said", said, f"algoprof-upload: bad: {spool.state}/algoprof/bad: open to other users; chmod 700 it\n")
    os.chmod(spool.file("run"), 0o750)
    for dry in ([], ["--dry-run"]):
        said = spool.upload(*dry, "-u", "http://127.0.0.1:1/", "words", status=3)
        expect(said, f"algoprof-upload: words: {spool.path}/run: open to other users; chmod 700 it\n" in said, True)


if __name__ == "__main__":
    main("rules")
