#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many logs algoprof-upload keeps, and for how long: the oldest go first, and none that is alive.

    tests/field/limits.py [test_NAME...]
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from field import START, Server, Spool, Writer, check_objects, expect, gone_pid, main, make_log, start_time  # noqa: E402

DAY = 86400


def test_limits(folder):
    """Oldest first, and none that is alive."""
    spool = Spool(folder)
    for i in range(510):
        spool.add(i, make_log(i, 4096))
    writer = Writer(True)
    name = f"run/{'f' * 32}.{writer.pid}.{start_time(writer.pid)}.aplog"
    spool.add(0, name=name, changed=1)
    writer.hold(spool.file(name))
    try:
        spool.write("state", f"pause {START + 1000}\n")     # so that none is sent
        spool.upload("-u", "http://127.0.0.1:1/", status=3)
    finally:
        writer.stop()
    expect("given up", spool.given_up(), {f"{i:032x}": "full" for i in range(11)})


def test_limits_of_the_dead(folder):
    """100 of them come in a day, and they go before finished ones."""
    spool, gone = Spool(folder), gone_pid()
    for i in range(450):
        spool.add(i, make_log(i, 4096))
    for i in range(450, 553):
        spool.add(i, make_log(i, 4096), name=f"run/{i:032x}.{gone}.1.aplog")
    spool.write("state", f"pause {START + 1000}\n")
    spool.upload("-u", "http://127.0.0.1:1/", status=3)
    reasons = list(spool.given_up().values())
    expect("given up", (reasons.count("dead"), reasons.count("full"), len(spool.unsent())), (0, 53, 500))
    spool = Spool(os.path.join(folder, "day"))
    for i in range(103):
        spool.add(i, make_log(i, 4096), name=f"run/{i:032x}.{gone}.1.aplog")
    spool.write("state", f"pause {START + 1000}\n")
    spool.upload("-u", "http://127.0.0.1:1/", status=3)
    expect("given up", spool.given_up(), {f"{i:032x}": "dead" for i in range(100, 103)})
    expect("left", spool.unsent(), [f"{i:032x}.dead.aplog" for i in range(100)])
    # The same pass in the program's stead a day later.
    spool.add(200, make_log(200, 4096), name=f"run/{200:032x}.{gone}.1.aplog")
    spool.set_clock(START + DAY + 1)
    spool.write("state", f"pause {START + DAY + 1000}\n")
    spool.upload("-u", "http://127.0.0.1:1/", status=3)
    expect("left", len(spool.unsent()), 101)


def test_limits_of_held(folder):
    """What others still write into stays, however old, and whatever is above the limits."""
    spool = Spool(folder)
    for i in range(502):
        spool.add(i, make_log(i, 4096), changed=START - 31 * DAY + i if i < 2 else None)
    writers = [Writer(True), Writer(True)]
    for i, writer in enumerate(writers):
        writer.hold(spool.file("out", f"{i:032x}.aplog"))
    try:
        spool.write("state", f"pause {START + 1000}\n")
        spool.upload("-u", "http://127.0.0.1:1/", status=3)
        expect("given up", spool.given_up(), {f"{i:032x}": "full" for i in (2, 3)})
    finally:
        for writer in writers:
            writer.stop()


def test_limit_of_bytes(folder):
    spool = Spool(folder)
    for i in range(50):
        spool.add(i)
        os.truncate(spool.file("out", f"{i:032x}.aplog"), 1 << 20)
        os.utime(spool.file("out", f"{i:032x}.aplog"), (START + i, START + i))
    spool.write("state", f"pause {START + 1000}\n")
    spool.upload("-u", "http://127.0.0.1:1/", status=3)
    left = sum(os.path.getsize(spool.file("out", name)) for name in os.listdir(spool.file("out")))
    expect("bytes", (left <= 50000000, left + (1 << 20) > 50000000), (True, True))
    expect("given up", spool.given_up(), {f"{i:032x}": "full" for i in range(3)})


def test_limit_of_age(folder):
    spool = Spool(folder)
    spool.add(1, changed=START - 30 * DAY - 1)
    log = spool.add(2, changed=START - 30 * DAY)
    with Server(spool) as server:
        spool.upload("-u", server.url, status=3)
        check_objects(server.objects, [log])
    expect("given up", spool.given_up(), {f"{1:032x}": "old"})


if __name__ == "__main__":
    main("limits")
