#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file system of another machine, so to speak: no files without names, no space that is allocated ahead, nothing
cached of names, and a server that fails as NFS's do.

    tests/e2e/remote-fs.py FOLDER MOUNT STATE   serves FOLDER at MOUNT, until that is unmounted

STATE: a file with what comes of each request: "ok", an error's name, or "late" (served when it says something else).
"""
import errno
import os
import sys
import time

import fusepy as fuse


class Remote(fuse.Operations):
    def __init__(self, folder, state):
        self.folder, self.state = folder, state

    def path(self, path):
        while True:
            with open(self.state, encoding="ascii") as file:
                said = file.read().strip()
            if said != "late":
                break
            time.sleep(0.05)
        if said != "ok":
            raise fuse.FuseOSError(getattr(errno, said))
        return self.folder + path

    def getattr(self, path, fh=None):
        st = os.lstat(self.path(path))
        return {key: getattr(st, key) for key in ("st_atime", "st_ctime", "st_gid", "st_mode", "st_mtime", "st_nlink", "st_size",
                                                  "st_uid")}

    def readdir(self, path, fh):
        return [".", "..", *os.listdir(self.path(path))]

    def statfs(self, path):
        st = os.statvfs(self.path(path))
        return {key: getattr(st, key) for key in ("f_bavail", "f_bfree", "f_blocks", "f_bsize", "f_files", "f_frsize", "f_namemax")}

    def chmod(self, path, mode):
        os.chmod(self.path(path), mode)

    def mkdir(self, path, mode):
        os.mkdir(self.path(path), mode)

    def unlink(self, path):
        os.unlink(self.path(path))

    def create(self, path, mode, fi=None):
        return os.open(self.path(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    def open(self, path, flags):
        return os.open(self.path(path), flags)

    def read(self, path, size, offset, fh):
        self.path(path)
        return os.pread(fh, size, offset)

    def write(self, path, data, offset, fh):
        self.path(path)
        return os.pwrite(fh, data, offset)

    def truncate(self, path, length, fh=None):
        os.truncate(self.path(path), length)

    def flush(self, path, fh):
        self.path(path)
        return 0

    def fsync(self, path, datasync, fh):
        self.path(path)
        return 0

    def release(self, path, fh):
        os.close(fh)
        return 0


fuse.FUSE(Remote(sys.argv[1], sys.argv[3]), sys.argv[2], foreground=True, attr_timeout=0, entry_timeout=0, use_ino=False)
