#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""algoprof-upload against receivers that answer as told: what is sent, when it is
tried again, when given up.

    tests/field/upload.py [test_NAME...]
"""
import os
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from field import (FAKE, START, UPLOADER, Failure, Server, Spool, check_objects, expect, hash_of,  # noqa: E402
                   main, make_log, unpack)

MINUTE = 60
DAY = 24 * 60 * MINUTE


def test_sends_what_is_there(folder):
    spool = Spool(folder)
    logs = [spool.add(i, make_log(i, size)) for i, size in enumerate((4096, 5000, 1 << 20))]
    # Of a program that died: its full length, and nothing of what lies behind the log.
    dead = make_log(9, 30000)
    spool.add(9, dead + b"\xff" * ((1 << 20) - len(dead)), f"run/{9:032x}.4194304.1.aplog")
    with Server(spool) as server:
        spool.upload("-u", server.url, "words")
        expect("requests", len(server.requests), 4)
        check_objects(server.objects, logs + [dead])
        for request in server.requests:
            expect("path", request.path, "/objects/" + request.name)
            headers = {k: v for k, v in request.headers.items() if k not in ("Host", "User-Agent")}
            expect("headers", headers, {"Accept": "*/*", "Content-Type": "application/zstd",
                                        "Content-Length": str(len(request.body)),
                                        "If-None-Match": "*"})
        # Oldest first; the one behind knows where it was.
        expect("order", spool.sent(), [hash_of(log) for log in logs + [dead]])
        expect("what is left", spool.unsent(), [])
        spool.upload("-u", server.url)
        expect("requests of a second pass", len(server.requests), 4)


def test_said(folder):
    """Nothing that a path or an answer says reaches a terminal as more than text."""
    odd = "\x1b[2J\u202e\n\x9b31m\u2028"
    spool = Spool(folder)
    spool.add(1)
    for args, more in ((["-u", "http://127.0.0.1:1/", "words"], {"HOME": folder + odd, "XDG_STATE_HOME": folder + odd}),
                       (["--dry-run", "--dump-to", os.path.join(folder, odd), "words"], {}),
                       (["--presign-command", "printf 'x\033[2J://%s'", "words"], {})):
        done = subprocess.run([UPLOADER, *args], env=spool.environment(**more), stderr=subprocess.PIPE, check=False)
        said = done.stderr.decode()
        expect("something is said", said.startswith("algoprof-upload: "), True)
        expect(f"{args}: controls in {said!r}", [c for c in said[:-1] if not c.isprintable()], [])


def test_frame(folder):
    """As zstd itself makes it at level 3 of a file, of which it knows the size."""
    spool = Spool(folder)
    path = os.path.join(folder, "log")
    with open(path, "wb") as out:
        out.write(spool.add(1, make_log(1, 20000)))
    with Server(spool) as server:
        spool.upload("-u", server.url, "words")
        frame = subprocess.run(["zstd", "-3", "--no-check", "-c", path], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, check=True).stdout
        expect("frame", server.requests[0].body == frame, True)


def test_noted_before_sent(folder):
    """When an object comes, the spool knows of it on the disk, and has the log still."""
    spool = Spool(folder)
    logs = [spool.add(i) for i in range(3)]
    moments = []
    with Server(spool) as server:
        server.on_request = lambda request: moments.append(
            (f"object {request.name[:32]} 0 0\n" in spool.read("state"), len(spool.unsent())))
        spool.upload("-u", server.url)
        check_objects(server.objects, logs)
    expect("known, and logs left", moments, [(True, 3), (True, 2), (True, 1)])


def retries(folder, usual, status):
    """When one log is tried, until it is given up; minutes between the tries."""
    spool = Spool(folder)
    log = spool.add(1)
    waits = []
    with Server(spool, usual=usual) as server:
        for _ in range(7):
            before, count = spool.clock(), len(server.requests)
            spool.upload("-u", server.url, "words", status=3)
            expect("tries", len(server.requests), count + 1)
            if not spool.unsent():
                break
            # Not a second too early, and then at once.
            due = next(int(line.split()[3]) for line in spool.read("state").splitlines()
                       if line.startswith("object"))
            waits.append((due - before) / MINUTE)
            spool.set_clock(due - 1)
            said = spool.upload("-u", server.url, "words", status=3)
            expect("said", said, "algoprof-upload: words: 1 to be tried again, not before 1 s from now\n")
            expect("tries before the time", len(server.requests), count + 1)
            spool.set_clock(due)
        expect("names", set(server.names()), {hash_of(log) + ".aplog.zst"})
    expect("waits", waits, [15, 30, 60, 120, 240, 480])
    expect("what is left", spool.unsent(), [])
    expect("given up", spool.given_up(), {hash_of(log): f"tries {status}"})
    expect("sent", spool.sent(), [])
    return spool


def test_retries_500(folder):
    retries(folder, 500, 500)


def test_retries_cut(folder):
    retries(folder, "cut", 0)


def test_retries_408(folder):
    retries(folder, 408, 408)


def test_retries_429(folder):
    """Without a Retry-After it is a failure as others."""
    retries(folder, 429, 429)


def test_retries_conflict(folder):
    """nginx says so for a folder that is not there: the object is not."""
    retries(folder, 409, 409)


def test_recovers(folder):
    spool = Spool(folder)
    logs = [spool.add(i) for i in range(3)]
    with Server(spool, script=[500, "cut", 201, 503, 201]) as server:
        spool.upload("-u", server.url, "words", status=3)
        check_objects(server.objects, logs[2:])
        spool.set_clock(START + 15 * MINUTE)
        spool.upload("-u", server.url, "words", status=3)           # 503: the rest waits, too
        expect("requests", len(server.requests), 4)                 # and the one that was cut
        spool.set_clock(START + 50 * MINUTE)
        spool.upload("-u", server.url, "words")
        check_objects(server.objects, logs)
        expect("given up", spool.given_up(), {})
        expect("objects noted", "object" in spool.read("state"), False)


def test_unreachable(folder):
    """No object is at fault: only the first one's tries are counted, the others wait."""
    spool = Spool(folder)
    first, second = spool.add(1), spool.add(2)
    with socket.socket() as nobody:         # keeps the port, and does not listen
        nobody.bind(("127.0.0.1", 0))
        try_unreachable(spool, f"http://127.0.0.1:{nobody.getsockname()[1]}/objects")
    expect("given up", spool.given_up(), {hash_of(first): "tries 0"})
    expect("left", spool.unsent(), [f"{2:032x}.aplog"])
    with Server(spool) as server:
        spool.upload("-u", server.url, "words", status=3)
        expect("requests in the pause", len(server.requests), 0)
        spool.set_clock(spool.clock() + 8 * 60 * MINUTE)
        spool.upload("-u", server.url, "words")
        check_objects(server.objects, [second])


def try_unreachable(spool, url):
    for wait in (0, 15, 30, 60, 120, 240, 480):
        expect("given up", spool.given_up(), {})
        spool.set_clock(spool.clock() + wait * MINUTE)
        spool.upload("-u", url, "words", status=3)


def retry_after(folder, value, seconds, status=429):
    spool = Spool(folder)
    logs = [spool.add(i) for i in range(2)]
    with Server(spool, script=[(status, {"Retry-After": value}, "")] * 9) as server:
        for tries in range(1, 10):          # more than six: they do not count
            spool.upload("-u", server.url, "words", status=3)
            expect("requests", len(server.requests), tries)
            spool.set_clock(spool.clock() + seconds - 1)
            said = spool.upload("-u", server.url, "words", status=3)
            expect("said", said, "algoprof-upload: words: waits for 1 s more\n")
            expect("requests in the pause", len(server.requests), tries)
            spool.set_clock(spool.clock() + 1)
            if not value.isdigit():         # a date lies behind us by then
                break
        server.script = []
        spool.upload("-u", server.url, "words")
        check_objects(server.objects, logs)


def test_clock_steps(folder):
    """What was noted by a clock that was ahead does not hold a log back for more than a day."""
    year = 365 * 86400
    for answer in (500, 429, (429, {"Retry-After": "600"}, ""), "cut"):
        spool = Spool(os.path.join(folder, str(answer)), start=START + year)
        logs = [spool.add(i) for i in range(20)]
        with Server(spool, usual=answer) as server:
            spool.upload("-u", server.url, "words", status=3)
            spool.set_clock(START)
            server.usual = 201
            server.requests.clear()
            spool.upload("-u", server.url, "words")
            check_objects(server.objects, logs)
            moments = [request.moment for request in server.requests]
        expect("most in a minute", max(sum(m <= n < m + 60 for n in moments) for m in moments), 15)
        expect("given up", spool.given_up(), {})


def test_retry_after_seconds(folder):
    retry_after(folder, "120", 126)         # and a twentieth by chance


def test_retry_after_503(folder):
    retry_after(folder, "60", 63, 503)


def test_retry_after_a_day(folder):
    retry_after(folder, "31536000", 86400)


def test_retry_after_date(folder):
    retry_after(folder, "Tue, 14 Nov 2023 22:15:00 GMT", 105)       # the clock says 22:13:20


def test_refused(folder):
    for status in (400, 401, 403, 404, 405, 413, 422, 451):
        spool = Spool(os.path.join(folder, str(status)))
        log, other = spool.add(1), spool.add(2)
        left = len(spool.unsent()) - 1
        with Server(spool, script=[status]) as server:
            spool.upload("-u", server.url, "words", status=3)
            check_objects(server.objects, [other])
            server.usual = status
            midnight = START - START % DAY
            for hour in (33, 44, 56):           # the first two are of one day
                expect("given up", spool.given_up(), {})
                expect("kept", len(spool.unsent()), left)
                spool.set_clock(midnight + hour * 60 * MINUTE)
                spool.upload("-u", server.url, "words", status=3)
        expect("given up", spool.given_up(), {hash_of(log): f"refused {status}"})
        expect("left", spool.unsent(), [])


def test_refused_by_mistake(folder):
    """A receiver that refused all for two days gets all when it is mended."""
    spool = Spool(folder)
    logs = [spool.add(i) for i in range(5)]
    with Server(spool, usual=403) as server:
        for hour in (0, 1, 12, 24):
            spool.set_clock(START + hour * 60 * MINUTE)
            spool.upload("-u", server.url, "words", status=3)
        expect("given up", spool.given_up(), {})
        server.usual = 201
        spool.set_clock(START + 2 * DAY)
        spool.upload("-u", server.url, "words")
        check_objects(server.objects, logs)


def test_refused_all(folder):
    """A receiver that was set up wrongly does not get through the spool at once."""
    spool = Spool(folder)
    for i in range(10):
        spool.add(i)
    with Server(spool, usual=404) as server:
        spool.upload("-u", server.url, "words", status=3)
        expect("requests", len(server.requests), 3)
    expect("left", len(spool.unsent()), 10)


def test_there_already(folder):
    """Said by S3 and by others: the object is there."""
    for i, answer in enumerate([412, (409, {}, "<Code>BlobAlreadyExists</Code>"), 204,
                                (409, {"x-ms-error-code": "BlobAlreadyExists"}, "")]):
        spool = Spool(os.path.join(folder, str(i)))
        log = spool.add(1)
        with Server(spool, script=[answer]) as server:
            spool.upload("-u", server.url, "words")
            expect("requests", len(server.requests), 1)
        expect("sent", spool.sent(), [hash_of(log)])
        expect("left", spool.unsent(), [])


def test_cut_after(folder):
    """The receiver had it all, and the answer was lost: the same again, no other object."""
    spool = Spool(folder)
    log = spool.add(1)
    with Server(spool, script=["cut-after"]) as server:
        spool.upload("-u", server.url, "words", status=3)
        spool.set_clock(START + 900)
        spool.upload("-u", server.url, "words")
        first, second = server.requests
        expect("the second", (second.path, second.body), (first.path, first.body))
        check_objects(server.objects, [log])


def test_fifteen_a_minute(folder):
    spool = Spool(folder)
    logs = [spool.add(i) for i in range(40)]
    with Server(spool) as server:
        # In several passes: the count goes on.
        for status in (3, 0):
            server.on_request = lambda request: len(server.requests) == 10 and os.kill(pid(), 15)
            process = subprocess.Popen([FAKE, "-u", server.url],
                                       env=spool.environment(), stderr=subprocess.DEVNULL)
            pid = lambda: process.pid       # noqa: E731
            expect("status", process.wait(60), status)
        moments = [request.moment for request in server.requests]
        check_objects(server.objects, logs)
    crowd = max(sum(m <= n < m + 60 for n in moments) for m in moments)
    expect("most in a minute", crowd, 15)
    expect("time for all", moments[-1] - START, 2 * 61)


def test_fifteen_a_minute_of_all(folder):
    """However many applications there are."""
    spool = Spool(folder)
    for app in "one", "two":
        out = os.path.join(spool.state, "algoprof", app, "out")
        os.makedirs(out, 0o700)
        os.chmod(os.path.dirname(out), 0o700)
        with open(os.path.join(out, "../consent"), "w", encoding="ascii"):
            pass
        for i in range(12):
            path = os.path.join(out, f"{i:032x}.aplog")
            with open(path, "wb") as log:
                log.write(make_log(100 * len(app) + 50 * (app == "two") + i))
            os.utime(path, (START, START))
    with Server(spool) as server:
        spool.upload("-u", server.url)
        moments = [request.moment for request in server.requests]
    expect("objects", len(moments), 24)
    expect("most in a minute", max(sum(m <= n < m + 60 for n in moments) for m in moments), 15)


def test_dry_run(folder):
    spool = Spool(folder)
    log = spool.add(1, make_log(1, 9000))
    dead = make_log(2, 7000)
    spool.add(2, dead + bytes(5000), f"run/{2:032x}.4194304.1.aplog")
    spool.add(3, b"no log")
    before, dump = spool.tree(), os.path.join(folder, "dump")
    os.mkdir(dump)
    with Server(spool) as server:
        said = spool.upload("-u", server.url + "?key=secret", "--dry-run", "--dump-to", dump)
        expect("the spool", spool.tree() == before, True)
        expect("requests", len(server.requests), 0)
        spool.upload("-u", server.url, "words", status=3)
        for name, body in server.objects.items():
            with open(os.path.join(dump, name), "rb") as file:
                expect(name, file.read() == body, True)
            if f"would send {name}, {len(body)} bytes ({len(unpack(body))} as a log)" not in said:
                raise Failure(said)
        check_objects(server.objects, [log, dead])
    expect("dumped", len(os.listdir(dump)), 2)
    if "secret" in said or "not-a-log" not in said:
        raise Failure(said)


def test_dry_run_without_receiver(folder):
    """Who wants to see what would go need not know where to."""
    spool = Spool(folder)
    log = spool.add(1)
    dump = os.path.join(folder, "dump")
    os.mkdir(dump)
    said = spool.upload("--dry-run", "--dump-to", dump)
    expect("dumped", os.listdir(dump), [hash_of(log) + ".aplog.zst"])
    if "as a log), no receiver is named\n" not in said:
        raise Failure(said)


def test_dump_to_no_folder(folder):
    """Also where nothing would be sent: no spool, no log."""
    empty = Spool(os.path.join(folder, "empty"))
    full = Spool(os.path.join(folder, "full"))
    full.add(1)
    file = os.path.join(folder, "file")
    with open(file, "w", encoding="ascii"):
        pass
    for spool in (empty, full):
        for place, why in ((os.path.join(folder, "none"), "No such file or directory"), (file, "Not a directory")):
            said = spool.upload("--dry-run", "--dump-to", place, status=2)
            expect("what is said", said, f"algoprof-upload: --dump-to {place}: {why}\n")
    said = full.upload("--dry-run", "--dump-to", os.path.join(folder, "none"), "none-such", status=2)
    expect("an application without a spool", "No such file" in said, True)


def test_two_at_once(folder):
    spool = Spool(folder, start=int(time.time()) - 100)
    logs = [spool.add(i) for i in range(12)]
    with Server() as server:
        server.on_request = lambda request: time.sleep(0.02)
        processes = [subprocess.Popen([UPLOADER, "-u", server.url], env=spool.environment())
                     for _ in range(4)]
        for process in processes:
            expect("status", process.wait(60), 0)
        expect("requests", len(server.requests), 12)
        check_objects(server.objects, logs)


def test_daemon(folder):
    """It comes again, and ends at a signal at once, in mid-object too."""
    spool = Spool(folder, start=int(time.time()) - 100)
    spool.add(1)
    with Server() as server:
        process = subprocess.Popen([UPLOADER, "--daemon", "--interval", "1", "-u", server.url],
                                   env=spool.environment())
        wait_for(lambda: not spool.unsent())
        log = spool.add(2)
        wait_for(lambda: not spool.unsent())
        # It is not answered before that.
        server.on_request = lambda request: (process.terminate(), process.wait(30))
        log = spool.add(3)
        expect("status", process.wait(30), 0)
        expect("left", spool.unsent(), [f"{3:032x}.aplog"])
        server.on_request = None
        spool.upload("-u", server.url, program=UPLOADER)
        expect("name of the second time", server.names()[-2:], [hash_of(log) + ".aplog.zst"] * 2)


def wait_for(condition):
    while not condition():                  # the suite's own time limit ends it
        time.sleep(0.02)


def test_usage(folder):
    spool = Spool(folder)
    spool.add(1)
    for args in (["--nonsense"], ["--dump-to", folder], ["--interval", "5"], ["--withdraw"], [".hidden"],
                 ["a/b"], ["--daemon", "-n"], ["--daemon", "--interval", "0"], ["a", "b", "--spool", "x"],
                 ["-u", "http://127.0.0.1/", "--presign-command", "x"], ["x" * 65]):
        spool.upload(*args, status=2)
    said = spool.upload("--interwal", "5", status=2)
    if "no option '--interwal'; did you mean '--interval'?" not in said:
        raise Failure(said)
    said = spool.upload("words", status=2)
    if "--url" not in said:
        raise Failure(said)
    expect("left", len(spool.unsent()), 1)
    spool.upload("never-ran", "-u", "http://127.0.0.1:1/")
    said = spool.upload("--help")
    with open(os.path.join(os.path.dirname(__file__), "../../docs/man/algoprof-upload.1"), encoding="utf-8") as file:
        page = file.read().replace("\\-", "-")
    for word in said.split():
        if word.startswith("--") and word.strip("=,:").split("=")[0] not in page:
            raise Failure(f"{word} is not in the manual")


if __name__ == "__main__":
    main("upload")
