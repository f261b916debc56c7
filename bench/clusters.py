"""A model of the time of fits by workers, its constants measured here, beside clocks:

    python3 bench/clusters.py [--rows N] [--columns D] [--turns K] [--slurm OPTIONS] [--document]

A fit of n rows and d columns by W workers of one processor each takes

    T = start + conversion + passes (step + 8 n d / (r W)),      conversion = text / (c W).

Logistic loss with a ridge, so that every pass reads all columns. start and step come from two fits of few rows, one of which takes more
passes, r from a fit of half the rows by one worker whose blocks are there, c from the same without them. What is compared is none of
these: all rows by one worker and by two, with blocks and without, and by --slurm OPTIONS (as "--partition=main") on two nodes. Least of
K turns each. --document writes the tables of docs/clusters.md: on an idle machine alone. It needs numpy and takes two minutes.
"""

import argparse, json, os, pathlib, shutil, subprocess, sys, tempfile, time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = 8


def table(folder, rows, columns, seed):
    folder.mkdir()
    random, weights = np.random.default_rng(seed), np.random.default_rng(0).normal(size=columns) / columns**0.5
    for k in range(PARTS):
        x = random.normal(size=(rows // PARTS, columns)).round(4)
        y = (x @ weights + random.logistic(size=len(x)) > 0).astype(int)
        np.savetxt(folder / f"p{k}.csv", np.column_stack([x, y]), fmt=["%.4f"] * columns + ["%d"], delimiter=",")
    return folder


def drop(folder):
    for path in folder.glob("*.blocks"):
        path.unlink()


class Fits:
    def __init__(self, binary, columns, turns):
        self.binary, self.columns, self.turns = binary, columns, turns

    def one(self, folder, workers, tol, more):
        words = [self.binary, "fit", "--json", "--data", f"{folder}/*.csv", "--target", str(self.columns + 1), "--loss", "logistic",
                 "--mu", "0.01", "--intercept", "--tol", str(tol), "--workers", workers] + more
        env = dict(os.environ, GOMAXPROCS=workers.partition(":")[2] if workers.startswith("local") else "2")
        begun = time.perf_counter()
        out = subprocess.run(words, capture_output=True, text=True, env=env)
        took = time.perf_counter() - begun
        if out.returncode:
            sys.exit(out.stderr)
        return took, json.loads(out.stdout)["iterations"] + 3  # two for the intercept at W = 0, one for the gradient there

    def least(self, folder, workers="local:1", tol=1e-6, cold=False, more=()):
        found = []
        for _ in range(self.turns):
            if cold:
                drop(folder)
            found.append(self.one(folder, workers, tol, list(more)))
        return min(found)


def text(folder):
    return sum(path.stat().st_size for path in folder.glob("*.csv"))


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("--rows", type=int, default=480_000)
    parse.add_argument("--columns", type=int, default=100)
    parse.add_argument("--turns", type=int, default=3)
    parse.add_argument("--slurm")
    parse.add_argument("--folder", help="which all nodes see, for --slurm")
    parse.add_argument("--document", action="store_true")
    o = parse.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(dir=o.folder))
    try:
        constants, lines = measure(work, o)
    finally:
        shutil.rmtree(work)
    lines += [""] + extrapolated(constants)
    print("\n".join(lines))
    if o.document:
        page = ROOT / "docs" / "clusters.md"
        before, _, rest = page.read_text().partition("<!-- table clusters -->")
        page.write_text(before + "<!-- table clusters -->\n\n" + "\n".join(lines) + "\n\n<!-- end -->" + rest.partition("<!-- end -->")[2])


def measure(work, o):
    binary = str(work / "proxlab")
    subprocess.run(["go", "build", "-trimpath", "-o", binary, "./cmd/proxlab"], cwd=ROOT, check=True)
    fits = Fits(binary, o.columns, o.turns)
    few, half, whole = (table(work / name, rows, o.columns, k) for k, (name, rows) in enumerate([("few", 800), ("half", o.rows // 2), ("whole", o.rows)]))
    fits.one(few, "local:1", 1e-6, [])
    (short, a), (long, b) = fits.least(few, tol=0.2), fits.least(few, tol=1e-10)
    step = max(0.0, (long - short) / (b - a))
    start = max(0.0, short - a * step)
    cold, _ = fits.least(half, cold=True)
    warm, passes = fits.least(half)
    c = text(half) / (cold - warm)
    r = passes * 8 * (o.rows // 2) * o.columns / (warm - start - passes * step)
    lines = [f"Constants: start {start:.2f} s, step {1000 * step:.0f} ms, c = {c / 1e6:.0f} MB/s of text, r = {r / 1e9:.2f} GB/s of blocks, a processor.", "",
             f"| {o.rows:,} × {o.columns}, {text(whole) / 1e6:.0f} MB of text | passes | by the model, s | by the clock, s | off |", "| --- | --- | --- | --- | --- |"]

    def row(name, took, passes, workers, read):
        model = start + passes * (step + 8 * o.rows * o.columns / (r * workers)) + read * text(whole) / (c * workers)
        lines.append(f"| {name} | {passes} | {model:.2f} | {took:.2f} | {100 * (took / model - 1):+.0f} % |")

    for w in (1, 2):
        for cold in (True, False):
            row(f"{w} local worker{'s' * (w > 1)}, {'with the conversion' if cold else 'from blocks'}", *fits.least(whole, f"local:{w}", cold=cold), w, cold)
    if o.slurm is not None:
        row("two nodes of Slurm, from blocks", *fits.least(whole, "slurm:2", more=["--slurm-options", o.slurm]), 2, 0)
    return (start, step, c, r), lines


def extrapolated(constants, bandwidth=1e9, passes=12, each=100):
    start, step, c, r = constants
    lines = [f"**Extrapolated**, with {passes} passes, 7 bytes of text a number, 12 of a sparse entry, {each} entries a sparse row, a part a worker, "
             f"Hessians of 512 features, and {bandwidth / 1e9:g} GB/s into the machine of the driver:", "",
             "| | text, TB | sums of a pass, GB | 16 workers | 256 workers |", "| --- | --- | --- | --- | --- |"]
    for name, n, d, sparse in (("10⁹ × 10²", 1e9, 1e2, False), ("10⁹ × 10⁴", 1e9, 1e4, False), ("10⁸ × 10⁷, sparse", 1e8, 1e7, True)):
        entries = n * each if sparse else n * d
        size, block = entries * (12 if sparse else 7), entries * (12 if sparse else 8)
        sums, cells = 8 * (2 * d + min(512, d) ** 2), []
        for workers in (16, 256):
            convert = size / (c * workers)
            rest = start + passes * (step + block / (r * workers) + workers * sums / bandwidth)
            cells.append(f"{hours(convert)} and {hours(rest)}")
        lines.append(f"| {name} | {size / 1e12:.2g} | {sums / 1e9:.2g} a part | " + " | ".join(cells) + " |")
    return lines + ["", "Each cell has the conversion, which is done once, and the passes."]


def hours(seconds):
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"


if __name__ == "__main__":
    main()
