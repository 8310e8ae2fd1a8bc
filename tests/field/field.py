# SPDX-License-Identifier: GPL-3.0-or-later
"""What the suites of the field share: logs, spools, the uploader, receivers."""
import ctypes
import http.server
import os
import socket
import struct
import subprocess
import sys
import threading
import traceback

from xxhash import xxh3_64_intdigest as xxh3_64

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from harness import Failure, O, ROOT, Skipped, run_cases  # noqa: E402,F401

UPLOADER = os.path.join(O, "algoprof-upload")
FAKE = os.path.join(O, "tests/field/uploader/algoprof-upload")     # with a clock of ours
RECEIVER = os.path.join(ROOT, "packaging/nginx/receiver.sh")
START = 1700000000                                          # what that clock says first
HEADER = 4096


def expect(what, found, wanted):
    if found != wanted:
        raise Failure(f"{what}: {found!r:.800}, not {wanted!r:.800}")


def make_log(number, size=6000, began=START, padding=0):
    """A log as far as the uploader looks: header, commit, and bytes of no meaning."""
    body = b"".join(struct.pack("<IQ", number, i * 0x9E3779B97F4A7C15 % 2**64) for i in range(size))
    body = body[:size - HEADER]
    head = struct.pack("<8sIIIIQ16sQQIIII104x", b"aplog\r\n\x1a", 1, 1, HEADER, 0x01020304, 0,
                       struct.pack("<QQ", number, 1), began, 1 << 20, 0, 128, 10000, 0)
    head += struct.pack("<Q", xxh3_64(head))
    commits = b""
    for sequence, used in ((7, size), (6, HEADER)):         # the first one holds
        commit = struct.pack("<QQQQ", sequence, used, 1, began)
        commits += commit + struct.pack("<Q24x", xxh3_64(commit))
    return (head + commits).ljust(HEADER, b"\0") + body + bytes(padding)


def tool_output(command, data):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def hash_of(data):
    """XXH3-128, by xxhsum."""
    return tool_output(["xxhsum", "-H2"], data).split()[0].decode()


def unpack(data):
    return tool_output(["zstd", "-dc"], data)


class Spool:
    """A spool `parent`/algoprof/words with consent, and a clock."""

    def __init__(self, folder, consent=True, start=START):
        self.start = start
        self.state = os.path.join(folder, "state")
        self.path = os.path.join(self.state, "algoprof/words")
        self.clock_file = os.path.join(folder, "clock")
        self.conf = os.path.join(folder, "conf")
        os.makedirs(self.path)
        os.mkdir(self.conf)
        for sub in ("run", "out"):
            os.mkdir(self.file(sub), 0o700)
        os.chmod(self.path, 0o700)
        self.set_clock(start)
        if consent:
            self.write("consent", "yes\n")

    def file(self, *names):
        return os.path.join(self.path, *names)

    def write(self, name, text):
        with open(self.file(name), "w" if isinstance(text, str) else "wb") as out:
            out.write(text)

    def read(self, name):
        try:
            with open(self.file(name), encoding="ascii") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def set_clock(self, time_now):
        with open(self.clock_file, "w", encoding="ascii") as out:
            out.write(f"{time_now}\n")

    def clock(self):
        with open(self.clock_file, encoding="ascii") as file:
            return int(file.read())

    def add(self, number, data=None, name=None, changed=None):
        """A log in out (or under `name`); its bytes.  Later numbers changed later."""
        data = make_log(number) if data is None else data
        name = name or f"out/{number:032x}.aplog"
        self.write(name, data)
        changed = self.start + number if changed is None else changed
        os.utime(self.file(name), (changed, changed))
        return data

    def unsent(self):
        return sorted(os.listdir(self.file("out")) + os.listdir(self.file("run")))

    def sent(self):
        return [line.split()[0] for line in self.read("sent").splitlines()]

    def given_up(self):
        """{hash or id: reason}"""
        lines = [line.split(" ", 2) for line in self.read("given-up").splitlines()]
        return {line[0]: line[2] for line in lines}

    def environment(self, **more):
        plain = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy") and
                 k not in ("CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR", "ALGOPROF_CONSENT")}
        return {**plain, "XDG_STATE_HOME": self.state, "FAKE_CLOCK": self.clock_file,
                "FAKE_CONF": self.conf, **more}

    def upload(self, *args, program=None, status=0, timeout=60, **env):
        """Its output, both streams; `status` is what it must end with (None: anything)."""
        done = subprocess.run([program or FAKE, *args], env=self.environment(**env), check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout)
        output = done.stdout.decode()
        if status is not None and done.returncode != status:
            raise Failure(f"status {done.returncode}, not {status}, of {args}:\n{output}")
        return output

    def tree(self):
        """All names with their contents and times."""
        result = {}
        for folder, _, names in os.walk(self.path):
            for name in names + ["."]:
                path = os.path.join(folder, name)
                st = os.lstat(path)
                content = open(path, "rb").read() if name != "." else None
                result[path] = (content, st.st_mtime_ns, st.st_mode)
        return result


class Request:
    def __init__(self, handler, body, partial, moment):
        self.path, self.body, self.partial = handler.path, body, partial
        self.headers, self.moment = dict(handler.headers), moment

    @property
    def name(self):
        return self.path.rsplit("/", 1)[-1]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_PUT(self):
        server = self.server
        with server.guard:
            answer = server.script.pop(0) if server.script else server.usual
        size = int(self.headers["Content-Length"] or 0)
        body = self.rfile.read(size // 2 if answer == "cut" else size)
        request = Request(self, body, answer == "cut", server.spool.clock() if server.spool else 0)
        with server.guard:
            server.requests.append(request)
        if server.on_request:
            server.on_request(request)
        if answer == "cut":
            return self.cut()
        if answer == "cut-after":           # all of it came, and is kept
            server.objects.setdefault(request.name, body)
            return self.cut()
        status, headers, text = answer if isinstance(answer, tuple) else (answer, {}, "")
        with server.guard:
            if 200 <= status < 300:
                server.objects.setdefault(request.name, body)
        self.send_response(status)
        # Else libcurl itself sends an object again when the line is cut.
        for key, value in {"Content-Length": str(len(text)), "Connection": "close", **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(text.encode())
        return None

    do_GET = do_CONNECT = do_PUT

    def cut(self):
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


class Server(http.server.ThreadingHTTPServer):
    """A receiver that answers by `script`, a list of what to do with each request: a
    status, (status, headers, text), "cut" or "cut-after"; and as `usual` afterwards."""
    daemon_threads = True

    def __init__(self, spool=None, script=(), usual=201, tls=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.spool, self.script, self.usual = spool, list(script), usual
        self.guard = threading.Lock()
        self.requests, self.objects, self.on_request = [], {}, None
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.server_address[1]}/objects"
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def handle_error(self, request, client_address):
        pass                                # cut lines, and TLS that was refused

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def names(self):
        return [r.name for r in self.requests]


class Nginx:
    """The shipped receiver.  rate: of requests, as nginx writes it."""

    def __init__(self, folder, rate=None):
        self.folder, self.rate = folder, rate

    def run(self, *command):
        env = {**os.environ, **({"RATE": self.rate} if self.rate else {})}
        done = subprocess.run([RECEIVER, command[0], self.folder, *command[1:]], stdout=subprocess.PIPE, env=env,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            raise Failure(f"receiver.sh {command[0]}: {done.stdout.decode()}")
        return done.stdout.decode().strip()

    def __enter__(self):
        self.url = self.run("start")
        return self

    def start_again(self):
        """On the same port."""
        self.run("start", self.url.split(":")[2].split("/")[0])

    def __exit__(self, *_):
        self.run("stop")

    def objects(self):
        """{name: content}"""
        result = {}
        for name in os.listdir(os.path.join(self.folder, "objects")):
            with open(os.path.join(self.folder, "objects", name), "rb") as file:
                result[name] = file.read()
        return result


LOST, LOSSES = 0x3282, ("full", "old", "dead", "not-a-log", "refused", "tries", "not-begun", "other")


def without_losses(log):
    """(the log as the program left it, {reason: how many} that the uploader has it tell of)"""
    block = log[-48:]
    tag, _run, size, checksum = struct.unpack_from("<HHIQ", block)
    if tag != LOST or size != 48:
        return log, {}
    expect("its checksum", checksum, xxh3_64(block[16:], struct.unpack_from("<Q", block)[0]))
    head = bytearray(log[:HEADER])
    told = [at for at in (192, 256) if struct.unpack_from("<Q", head, at + 8)[0] == len(log)]
    expect("commits that cover it", len(told), 1)
    struct.pack_into("<Q", head, told[0] + 8, len(log) - 48)
    struct.pack_into("<Q", head, told[0] + 32, xxh3_64(bytes(head[told[0]:told[0] + 32])))
    counts = struct.unpack_from("<8I", block, 16)
    return bytes(head) + log[HEADER:-48], {reason: n for reason, n in zip(LOSSES, counts) if n}


def check_objects(objects, logs, losses=None):
    """The receiver has exactly these logs, whole and rightly named.  losses: what they tell of
    in all, as without_losses has it; None: whatever it is."""
    came, told = [], {}
    for name, content in objects.items():
        log = unpack(content)
        expect("the name", name, hash_of(log) + ".aplog.zst")
        plain, lost = without_losses(log)
        came.append(hash_of(plain))
        for reason, n in lost.items():
            told[reason] = told.get(reason, 0) + n
    expect("the receiver's logs", sorted(came), sorted(hash_of(log) for log in logs))
    if losses is not None:
        expect("losses that it was told of", told, losses)


class Writer:
    """A process as one that writes a log; with `lock` it holds the log's."""
    CODE = """import fcntl, sys
log = open(sys.stdin.readline().strip(), "rb")
if len(sys.argv) > 1: fcntl.flock(log, fcntl.LOCK_EX)
print("ready", flush=True)
sys.stdin.read()
"""

    def __init__(self, lock):
        self.process = subprocess.Popen([sys.executable, "-c", self.CODE] + ["lock"] * lock,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = self.process.pid

    def hold(self, path):
        self.process.stdin.write(path + "\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()


def start_time(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return int(file.read().rsplit(")", 1)[1].split()[19])


def planted_host():
    """The name that this machine has for us from now on; None if it is too short to be
    searched for, and cannot be changed."""
    if ctypes.CDLL(None).unshare(0x04000000) == 0:          # CLONE_NEWUTS
        socket.sethostname("planted-host")
    return socket.gethostname() if len(socket.gethostname()) >= 8 else None


def gone_pid():
    """The number of a process that is no more."""
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def call_test(case, folder):
    try:
        getattr(sys.modules["__main__"], case[1])(folder)
    except (Failure, Skipped):
        raise
    except Exception:
        raise Failure(traceback.format_exc()) from None


def main(prefix):
    """Runs each function test_NAME (folder) of the suite, or those named as arguments."""
    suite = vars(sys.modules["__main__"])
    names = sys.argv[1:] or [name for name in suite if name.startswith("test_")]
    run_cases(call_test, [(f"{prefix}/{name[5:]}", name) for name in names])
