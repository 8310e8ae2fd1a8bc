#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Logs that were lost before they were sent: the next log that gets through tells how many,
and why; each loss once, whatever happens in between.

    tests/field/losses.py [test_NAME...]
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from field import (START, Server, Spool, check_objects, expect, gone_pid, hash_of, main,  # noqa: E402
                   make_log, unpack, without_losses)
from harness import TOOL  # noqa: E402
from logread import read_log  # noqa: E402

DAY = 86400
REASONS = ("full 3", "old", "dead", "not-a-log", "refused 403", "tries 0", "no-consent", "not-begun", "later-on")
ALL = {"full": 1, "old": 1, "dead": 1, "not-a-log": 1, "refused": 1, "tries": 1, "not-begun": 1, "other": 1}


def lines(reasons, first=1000):
    return "".join(f"{first + i:032x} {START} {reason}\n" for i, reason in enumerate(reasons))


def told(request):
    return without_losses(unpack(request.body))[1]


def test_each_reason(folder):
    """Those that nobody had agreed to are not told of."""
    spool = Spool(folder)
    spool.write("given-up", lines(REASONS))
    log = spool.add(1)
    with Server(spool) as server:
        spool.upload("-u", server.url)
        check_objects(server.objects, [log], ALL)
        other = spool.add(2)
        spool.upload("-u", server.url)
        check_objects(server.objects, [log, other], ALL)
        with open(spool.file("given-up"), "a", encoding="ascii") as out:
            out.write(lines(["full", "full"], 2000))
        more = spool.add(3)
        spool.upload("-u", server.url)
        check_objects(server.objects, [log, other, more], {**ALL, "full": 3})


def test_one_tells(folder):
    """One log of a pass, the first."""
    spool = Spool(folder)
    spool.write("given-up", lines(["old"]))
    logs = [spool.add(i) for i in range(3)]
    with Server(spool) as server:
        spool.upload("-u", server.url)
        expect("told", [told(r) for r in server.requests], [{"old": 1}, {}, {}])
        check_objects(server.objects, logs, {"old": 1})


def test_lost_in_this_pass(folder):
    spool = Spool(folder)
    spool.add(1, changed=START - 31 * DAY)
    spool.add(2, b"no log")
    log = spool.add(3)
    with Server(spool) as server:
        spool.upload("-u", server.url, status=3)
        check_objects(server.objects, [log], {"old": 1, "not-a-log": 1})


def test_same_line_twice(folder):
    """A removal that was interrupted is noted again."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]) * 3 + lines(["full"])[:40])
    logs = [spool.add(1)]
    with Server(spool) as server:
        spool.upload("-u", server.url)
        check_objects(server.objects, logs, {"full": 1})
        with open(spool.file("given-up"), "a", encoding="ascii") as out:
            out.write("\n" + lines(["full"]) + lines(["old"], 7))
        logs.append(spool.add(2))
        spool.upload("-u", server.url)
        check_objects(server.objects, logs, {"full": 1, "old": 1})


def test_refused_at_once(folder):
    """The receiver does not have what it refused: the next one tells."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]))
    logs = [spool.add(i) for i in range(3)]
    with Server(spool, script=[413]) as server:
        spool.upload("-u", server.url, status=3)
        expect("told", [told(r) for r in server.requests], [{"full": 1}, {"full": 1}, {}])
        check_objects(server.objects, logs[1:], {"full": 1})
        spool.set_clock(START + DAY)
        spool.upload("-u", server.url)
        check_objects(server.objects, logs, {"full": 1})


def test_refused_for_days(folder):
    """Its own loss is told of, too."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]))
    spool.add(1)
    with Server(spool, usual=403) as server:
        for day in range(3):
            spool.set_clock(START + day * DAY)
            spool.upload("-u", server.url, status=3)
        expect("left", spool.unsent(), [])
        expect("told", [told(r) for r in server.requests], [{"full": 1}, {}, {}])
        server.usual = 201
        log = spool.add(2, changed=START + 3 * DAY)
        spool.upload("-u", server.url)
        check_objects(server.objects, [log], {"full": 1, "refused": 1})


def test_in_doubt(folder):
    """All of it came, the answer was lost: the same object goes again, and no other tells."""
    for answer in "cut", "cut-after", 500, 503:
        spool = Spool(os.path.join(folder, str(answer)))
        spool.write("given-up", lines(["full"]))
        logs = [spool.add(1), spool.add(2)]
        with Server(spool, script=[answer]) as server:
            spool.upload("-u", server.url, status=3)
            with open(spool.file("given-up"), "a", encoding="ascii") as out:
                out.write(lines(["old"], 2000))
            spool.set_clock(START + DAY)
            spool.upload("-u", server.url)
            first = [r.name for r in server.requests if told(r) == {"full": 1}] if answer != "cut" else \
                [r.name for r in server.requests[1:] if not r.partial and told(r) == {"full": 1}]
            expect(f"names of the one that tells, {answer}", len(set(first)), 1)
            logs.append(spool.add(3))
            spool.upload("-u", server.url)
            check_objects(server.objects, logs, {"full": 1, "old": 1})


def test_teller_is_lost(folder):
    """It is removed before it got through: the next one tells."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]))
    spool.add(1)
    with Server(spool, script=[500]) as server:
        spool.upload("-u", server.url, status=3)
        os.unlink(spool.file("out", f"{1:032x}.aplog"))
        log = spool.add(2)
        spool.set_clock(START + DAY)
        spool.upload("-u", server.url)
        check_objects(server.objects, [log], {"full": 1})


def test_interrupted(folder):
    """Killed between the answer and its note in `state`."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]))
    logs = [spool.add(1)]
    with Server(spool) as server:
        before = {}

        def note(_):
            before["state"] = spool.read("state")
        server.on_request = note
        spool.upload("-u", server.url)
        spool.write("state", before["state"])
        logs.append(spool.add(2))
        spool.upload("-u", server.url)
        check_objects(server.objects, logs, {"full": 1})


def test_deleted(folder):
    """What told of losses is asked back by the name that it had."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]))
    spool.add(1)
    with Server(spool) as server:
        spool.upload("-u", server.url)
        name = server.names()[0]
        spool.upload("--withdraw", "words", "-u", server.url)
        expect("asked back", server.requests[-1].body.decode(), name.split(".")[0] + "\n")
        spool.write("consent", "yes\n")
        os.unlink(spool.file("withdrawn")) if os.path.exists(spool.file("withdrawn")) else None
        log = spool.add(2)
        spool.upload("-u", server.url)
        check_objects({n: o for n, o in server.objects.items() if n not in (name, server.names()[1])}, [log], {})


def test_dry_run(folder):
    """Shows the bytes that go, and changes nothing."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]))
    log = spool.add(1)
    shown = os.path.join(folder, "shown")
    os.mkdir(shown)
    before = spool.tree()
    with Server(spool) as server:
        spool.upload("-u", server.url, "--dry-run", "--dump-to", shown, "words")
        expect("tree", spool.tree() == before, True)
        spool.upload("-u", server.url)
        check_objects(server.objects, [log], {"full": 1})
        expect("shown", os.listdir(shown), server.names())


def test_no_room(folder):
    """A log of full length tells of nothing; the next one does."""
    spool = Spool(folder)
    spool.write("given-up", lines(["full"]))
    logs = [spool.add(1, make_log(1, 1 << 20)), spool.add(2)]
    with Server(spool) as server:
        spool.upload("-u", server.url)
        expect("told", [told(r) for r in server.requests], [{}, {"full": 1}])
        check_objects(server.objects, logs, {"full": 1})


def test_dead_and_held(folder):
    """A dead writer's log tells, too."""
    spool = Spool(folder)
    spool.write("given-up", lines(["dead"] * 5))
    log = spool.add(1, make_log(1), name=f"run/{1:032x}.{gone_pid()}.1.aplog")
    with Server(spool) as server:
        spool.upload("-u", server.url)
        check_objects(server.objects, [log], {"dead": 5})


def test_report(folder):
    """What reached the receiver is summed up by dump, report and ingest alike."""
    spool = Spool(folder)
    made = os.path.join(os.path.dirname(TOOL), "tests/tool/library/makelog")
    spool.write("given-up", lines(["full"] * 3 + ["tries 0"]))
    for number in 1, 2:
        spool.add(number, subprocess.run([made, "exact", str(number), "build", "50", "8"], check=True,
                                         stdout=subprocess.PIPE).stdout)
    came = os.path.join(folder, "came")
    os.mkdir(came)
    with Server(spool) as server:
        spool.upload("-u", server.url)
        for name, content in server.objects.items():
            with open(os.path.join(came, name), "wb") as out:
                out.write(content)
    wanted = {"full": 3, "tries": 1}
    logs = [os.path.join(came, name) for name in server.objects]
    dumps = [json.loads(subprocess.run([TOOL, "dump", "--json", log], check=True, capture_output=True).stdout)["lost"]
             for log in logs]
    expect("dumps", sorted(dumps, key=len), [{}, wanted])
    expect("decoded apart", [read_log(unpack(server.objects[os.path.basename(log)]))["lost"] for log in logs], dumps)
    db = os.path.join(folder, "a.db")
    subprocess.run([TOOL, "ingest", "-q", "--db", db, came], check=True, stdout=subprocess.DEVNULL)
    for source in (logs, ["--db", db]):
        done = subprocess.run([TOOL, "report", "--json", *source], check=False, capture_output=True, text=True)
        expect(f"report of {source[0]}", json.loads(done.stdout).get("lost"), wanted)
        expect("said", "4 logs were lost on users' machines before they could be sent: 3 full, 1 tries" in done.stderr, True)


if __name__ == "__main__":
    main("losses")
