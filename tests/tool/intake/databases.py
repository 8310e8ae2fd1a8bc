# SPDX-License-Identifier: GPL-3.0-or-later
"""The databases that the tests of ingest fill: SQLite files, and a PostgreSQL server
of their own in a folder, which only listens on a socket there.  A server must not run
as root: it then runs as the user postgres."""
import glob
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import Failure  # noqa: E402


def name_of(url):
    """Of a PostgreSQL database."""
    return url.split("?")[0].split("/")[-1]


class Sqlite:
    name = "sqlite"

    def __init__(self):
        self.n = 0

    def new(self, folder):
        """A database that is not there yet."""
        self.n += 1
        return os.path.join(folder, f"{self.n}.db")

    def fill(self, database, path):
        """A database from a dump in SQL."""
        connection = sqlite3.connect(database)
        connection.executescript(open(path).read())
        connection.close()

    def sql(self, database, text):
        connection = sqlite3.connect(database)
        rows = connection.execute(text).fetchall()
        connection.commit()
        connection.close()
        return "\n".join("|".join(map(str, row)) for row in rows)

    def content(self, database):
        """All that it has, as bytes that may be searched."""
        with open(database, "rb") as file:
            return file.read()

    def cpu(self):
        """No process is needed but those that read and write."""
        return 0

    def stop(self, keep=False):
        pass


class Postgres:
    name = "postgres"

    def __init__(self, kept=None):
        """kept: a folder (whose path is short, and open to all) that an earlier test may have
        left, with a server that nobody ended."""
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not found:
            raise Failure("no PostgreSQL: install postgresql")
        self.bin = found[-1]
        self.n = 0
        self.folder = kept or tempfile.mkdtemp(prefix="algoprof-pg.")
        os.makedirs(self.folder, exist_ok=True)
        self.as_user = []
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.server = None
        if os.path.exists(os.path.join(self.folder, "data", "postmaster.pid")):
            try:
                self.run(["pg_ctl", "stop", "-D", "data", "-m", "immediate"])
            except Failure:
                pass            # it is gone already
        if not os.path.exists(os.path.join(self.folder, "whole")):
            shutil.rmtree(os.path.join(self.folder, "data"), ignore_errors=True)
            self.run(["initdb", "-D", "data", "-A", "trust", "-U", "test", "-E", "UTF8",
                      "--no-locale", "-N"])
            open(os.path.join(self.folder, "whole"), "w").close()
        self.start()

    def run(self, command):
        done = subprocess.run(self.as_user + [os.path.join(self.bin, command[0])] + command[1:],
                              cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode:
            raise Failure(f"{command[0]}: {done.stdout.decode()}")
        return done.stdout.decode()

    def start(self):
        """fsync is off: what is tested is transactions, not disks."""
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.server = subprocess.Popen(
                self.as_user + [f"{self.bin}/postgres", "-D", "data", "-k", self.folder,
                                "-c", "listen_addresses=", "-c", "fsync=off",
                                "-c", "shared_buffers=32MB"],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(600):
            try:
                self.sql("postgres", "SELECT 1")
                return
            except Failure:
                time.sleep(0.1)
        raise Failure("PostgreSQL does not start: " + open(f"{self.folder}/log").read())

    def restart(self):
        """At once, as if its machine had been reset."""
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait()
        self.start()

    def psql(self, database, *args):
        return self.run(["psql", "-h", self.folder, "-U", "test", "-v", "ON_ERROR_STOP=1", "-d",
                         database, "-Atq", *args])

    def sql(self, database, text):
        return self.psql(name_of(database), "-c", text).strip()

    def fill(self, database, path):
        with open(path) as dump:
            self.psql(name_of(database), "-c", dump.read())

    def url(self, name):
        return f"postgresql://test@/{name}?host={self.folder}"

    def new(self, _folder):
        self.n += 1
        name = f"d{os.getpid()}_{self.n}"           # several processes may use the server
        self.sql("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def content(self, database):
        """All tables in binary: raw files may be compressed."""
        tables = self.sql(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'").split()
        command = [os.path.join(self.bin, "psql"), "-h", self.folder, "-U", "test", "-v", "ON_ERROR_STOP=1",
                   "-d", name_of(database), "-Atq"]
        for table in tables:
            command += ["-c", f"COPY {table} TO STDOUT (FORMAT binary)"]
        done = subprocess.run(self.as_user + command, cwd=self.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode or not tables:
            raise Failure(f"COPY of {tables}: {done.stderr.decode()}")
        return done.stdout

    def cpu(self):
        """Seconds of CPU that the server has used: those of its processes that are there, and
        that were there."""
        total = 0
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(path) as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue        # it ended
            if path == f"/proc/{self.server.pid}/stat":
                total += sum(map(int, fields[11:15]))
            elif int(fields[1]) == self.server.pid:
                total += sum(map(int, fields[11:13]))
        return total / os.sysconf("SC_CLK_TCK")

    def stop(self, keep=False):
        if self.server:
            self.server.send_signal(signal.SIGINT)
            self.server.wait()
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)
