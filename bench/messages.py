"""What the Python package costs beside what it asks for: python bench/messages.py [--binary proxlab] [--quick] [--document]

A message is a ping; arrays are put and dropped again, as float64 by rows, copied or mapped from a file; the event interval
is the longest between two events, and cancelling the time from Ctrl-C's place to the exception, both amid long steps.
lasso.fit(X, y) on 200 × 50 is from call to return, beside scikit-learn's to the same tolerance. Medians and best, by the
clock, so that nothing else may run; a minute. It needs numpy and scikit-learn, and go build -o proxlab ./cmd/proxlab.
--document writes the table into docs/python.md.
"""

import argparse
import os
import signal
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "python", "src"))
parser = argparse.ArgumentParser()
parser.add_argument("--binary", default=os.environ.get("PROXLAB_BINARY", os.path.join(HERE, "..", "proxlab")))
parser.add_argument("--quick", action="store_true", help="a tenth of the calls: to see that it works")
parser.add_argument("--document", action="store_true")
options = parser.parse_args()
os.environ["PROXLAB_BINARY"] = os.path.abspath(options.binary)

import numpy as np
import sklearn.linear_model

import proxlab
from proxlab._base import features
from proxlab._client import client

rng = np.random.default_rng(0)
MESSAGES, FITS, LONG = (200, 100, 3) if options.quick else (5000, 1000, 20)


SAID = ["| what | median | best | target |", "| --- | --- | --- | --- |"]


def row(what, seconds, target, scale=1e3, unit="ms"):
    values = [scale * s for s in seconds]
    SAID.append(f"| {what} | {statistics.median(values):.3g} {unit} | {min(values):.3g} {unit} | {target} |")
    print(SAID[-1], flush=True)


def timed(call, count):
    for _ in range(max(2, count // 20)):
        call()
    out = []
    for _ in range(count):
        begin = time.perf_counter()
        call()
        out.append(time.perf_counter() - begin)
    return out


def put(x):
    """Seconds a gigabyte of arrays put."""
    def call():
        shape, arrays = features(x)
        client().ask("put", arrays, keep="x", x=shape)
        client().ask("drop", drop=["x"])
    return [s / (x.nbytes / 1e9) for s in timed(call, LONG)]


def long_fit(watch):
    X = rng.standard_normal((3000, 1500))
    fit = proxlab.Lasso(1e-4, tol=1e-15, solver="fista", max_iter=10**9)
    fit.fit(X, X[:, 0] + rng.standard_normal(3000), progress=watch)


def events(count):
    """The seconds between events, and from an interrupt to its exception."""
    between, cancels = [], []
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for _ in range(max(2, count // 4)):
        times = []

        def watch(_event, times=times):
            times.append(time.perf_counter())
            if len(times) == 8:
                signal.raise_signal(signal.SIGINT)

        try:
            long_fit(watch)
        except KeyboardInterrupt:
            cancels.append(time.perf_counter() - times[7])
        between += np.diff(times[:8]).tolist()
    return between, cancels


row("a message", timed(lambda: client().ask("ping"), MESSAGES), "≤ .03 ms")
big = rng.standard_normal((4000, 4000))
for name, x in (("rows", big), ("columns", np.asfortranarray(big)), ("float32", big.astype(np.float32))):
    row(f"a GB of arrays by {name}" if name != "float32" else "a GB of float32", put(x), "≤ 1 s", 1, "s")
with tempfile.TemporaryDirectory() as folder:
    np.save(os.path.join(folder, "x.npy"), big)
    row("a GB of a mapped file", put(np.load(os.path.join(folder, "x.npy"), mmap_mode="r")), "≤ 1 s", 1, "s")
between, cancels = events(LONG)
row(f"between events (longest {1e3 * max(between):.0f} ms)", between, "≤ 250 ms")
row(f"from Ctrl-C to the exception (longest {1e3 * max(cancels):.0f} ms)", cancels, "≤ 50 ms")
X = rng.standard_normal((200, 50))
y = X[:, 0] + rng.standard_normal(200)
ours, theirs = proxlab.Lasso(0.1), sklearn.linear_model.Lasso(0.1, tol=1e-6)
row("Lasso on 200 × 50", timed(lambda: ours.fit(X, y), FITS), "≤ .7 ms")
row("scikit-learn's", timed(lambda: theirs.fit(X, y), FITS), "–")
client().close()
if options.document:
    path = os.path.join(HERE, "..", "docs", "python.md")
    with open(path, encoding="utf-8") as f:
        text = f.read().split("\n## What it costs\n")[0]
    with open(path, "w", encoding="utf-8") as f:
        f.write(text + "\n## What it costs\n\nBy `python3 bench/messages.py --document`, by the clock of an idle machine "
                f"with {os.cpu_count()} cores:\n\n" + "\n".join(SAID) + "\n")
