#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way from a spool to the receiver, with 300 kills of uploader and receiver at
random moments; another seed each time.

    tests/torture/field.py [SEED]
"""
import os
import subprocess
import sys
import time

FAULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../field/faults.py")
seed = sys.argv[1] if len(sys.argv) > 1 else str(int(time.time()))
print(f"# seed {seed}", flush=True)
sys.exit(subprocess.run([FAULTS, "300", seed], check=False).returncode)
