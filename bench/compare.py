"""Compare proxlab with its peers in Python: processor seconds to the same objective on the same file.

    python bench/compare.py [ROW ...] [--threads N] [--out docs/speed.md]

Every run is a process of its own, which reads the file first and reports the processor seconds (user and system, all
threads) of the fit alone. A peer is run at tolerances from loose to tight until its objective, evaluated in float64 by
the one function below, is within 1e-6 of the least that anybody reached; that run is reported. Proxlab stops at its
certificate of 1e-6. The last column is the limit: the times that the fit could have read the data once, at the rate at
which NumPy adds two long columns.
"""

import argparse, json, os, shutil, subprocess, sys, tempfile, time
import numpy as np
import scipy.sparse as sp

from rows import ROWS, make

HERE = os.path.dirname(os.path.abspath(__file__))


def objective(row, X, y, w, b):
    """P(W, b) in proxlab's scaling; W is d × k."""
    f = X[:, :w.shape[0]] @ w + b  # columns at the end that never occur are in no sparse file
    n = X.shape[0]
    if row.loss == "squared":
        total = 0.5 * np.mean((f[:, 0] - y) ** 2)
    elif row.loss == "outputs":
        total = 0.5 * np.sum((f - y) ** 2) / n
    elif row.loss == "logistic":
        total = np.mean(np.logaddexp(0, -y * f[:, 0]))
    elif row.loss == "poisson":
        total = np.mean(np.exp(f[:, 0]) - y * f[:, 0] + y * np.log(np.maximum(y, 1)) - y)
    elif row.loss == "huber":
        r = np.abs(f[:, 0] - y)
        total = np.mean(np.where(r <= row.delta, r * r / 2, row.delta * (r - row.delta / 2)))
    elif row.loss == "hinge":
        total = np.mean(np.maximum(0, 1 - y * f[:, 0]))
    else:
        top = f.max(axis=1, keepdims=True)
        total = np.mean(np.log(np.exp(f - top).sum(axis=1)) + top[:, 0] - f[np.arange(n), y.astype(int)])
    return total + row.lam * penalty(row, w) + row.mu / 2 * np.sum(w * w)


def penalty(row, w):
    """Ω(W)."""
    groups = lambda: np.linalg.norm(w.reshape(-1, row.size), axis=1).sum()
    return {
        "none": lambda: 0.0,
        "l1": lambda: np.abs(w).sum(),
        "groups": groups,
        "sparse-groups": lambda: row.mix * groups() + (1 - row.mix) * np.abs(w).sum(),
        "rows": lambda: np.linalg.norm(w, axis=1).sum(),
        "trace": lambda: np.linalg.svd(w, compute_uv=False).sum(),
    }[row.penalty]()


def child(command, threads, limit):
    env = dict(os.environ, GOMAXPROCS=str(threads), OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads),
               MKL_NUM_THREADS=str(threads), PYTHONWARNINGS="ignore")
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        print(f"{command}:\n{done.stderr}", file=sys.stderr)
        return None
    return json.loads(done.stdout.strip().splitlines()[-1])


def ours(row, files, threads, binary, folder):
    saved = os.path.join(folder, "model.json")
    command = [binary, "-data", files[0], "-loss", row.loss, "-penalty", row.penalty, "-lambda", repr(row.lam),
               "-mu", repr(row.mu), "-delta", repr(row.delta), "-size", str(row.size), "-mix", repr(row.mix), "-model", saved] + ["-intercept"] * row.intercept
    if len(files) > 1:
        command += ["-target", files[1]]
    if row.path:
        command += ["-path", str(row.path), "-cv", str(row.folds), "-most", repr(row.most)]
    got = child(command, threads, 900)
    m = json.load(open(saved))
    w = np.array(m["weights"]).reshape(m["d"], m["k"])
    b = 0 if m["intercept"] is None else m["intercept"]
    return dict(got, w=w, b=b, lam=m["lambda"])


def glmnet(row, files, tol, threads, folder):
    saved, grid = os.path.join(folder, "glmnet.bin"), os.path.join(folder, "lambdas.npy")
    np.save(grid, np.geomspace(row.most, row.lam, row.path) if row.path else np.array([row.lam]))
    got = child(["Rscript", os.path.join(HERE, "glmnet.R"), *files, grid, repr(tol), saved, str(row.intercept).upper()],
                threads, row.limit)
    if got is None:
        return None
    w = np.fromfile(saved)
    return dict(got, w=w[:-1, None], b=w[-1])


def theirs(row, peer, tol, threads, folder):
    if peer == "glmnet":
        return glmnet(row, make(row)[0], tol, threads, folder)
    saved = os.path.join(folder, "peer.npz")
    got = child([sys.executable, os.path.join(HERE, "peers.py"), row.name, peer, repr(tol), saved, str(threads)],
                threads, row.limit)
    if got is None:
        return None
    with np.load(saved) as z:
        return dict(got, w=z["w"], b=z["b"])


def streamed():
    """Bytes a processor second that NumPy reads and writes in a sum of two long columns: the machine's rate."""
    a, b = np.ones(1 << 23), np.ones(1 << 23)
    c, least = np.empty_like(a), np.inf
    for _ in range(10):
        begun = time.process_time()
        np.add(a, b, out=c)
        least = min(least, time.process_time() - begun)
    return 24 * len(a) / least


def compare(row, threads, binary, folder, stream, say):
    files, (X, y) = make(row)
    got = {"proxlab": [(1e-6, ours(row, files, threads, binary, folder))]}
    chosen = row.path and row.folds  # of models at several λ, by chance
    value = lambda r: float("nan") if chosen else objective(row, X, y, r["w"], r["b"])
    best = value(got["proxlab"][0][1])
    for peer, tols in row.peers.items():
        got[peer] = []
        if peer == "glmnet" and not shutil.which("Rscript"):
            print("glmnet: there is no Rscript", file=sys.stderr)
            continue
        for tol in tols:
            r = theirs(row, peer, tol, threads, folder)
            if r is None:
                break
            got[peer].append((tol, r))
            best = np.fmin(best, value(r))
            if chosen or value(r) <= best * (1 + row.close):
                break
    base = got["proxlab"][0][1]["Fit"]
    numbers = X.nnz * 12 if sp.issparse(X) else X.size * 8
    for peer, runs in got.items():
        if not runs:
            say(f"| {row.title} | {peer} | – | failed, or took more than {row.limit} s | | | | |")
            continue
        tol, r = next(((t, r) for t, r in runs if value(r) <= best * (1 + row.close)), runs[-1])
        off = value(r) / best - 1
        say(f"| {row.title} | {peer} | {tol:.0e} | {r['Fit']:.3g} | {r['Load']:.2g} | "
            f"{'' if chosen else f'{value(r):.10g}'} | {'' if chosen else f'{max(off, 0):.0e}'} | "
            + (f"| {r['Fit'] / (numbers / stream):.0f} |" if peer == "proxlab" else f"{base / r['Fit']:.2f} | |"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out")
    a = parser.parse_args()
    lines = []

    def say(line):
        print(line, flush=True)
        lines.append(line)

    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "measure")
        subprocess.run(["go", "build", "-o", binary, "./bench/measure"], check=True, cwd=os.path.dirname(HERE))
        stream = streamed()
        print(f"{stream / 1e9:.1f} GB/s", file=sys.stderr)
        say("| problem | who | tolerance | fit, s | load, s | objective | above the best | proxlab ÷ it | readings |")
        say("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        for row in ROWS:
            if not a.rows or row.name in a.rows:
                compare(row, a.threads, binary, folder, stream, say)
    if a.out:
        with open(a.out, "a") as f:
            f.write(f"\n{a.threads} thread{'s' * (a.threads > 1)}, {time.strftime('%Y-%m-%d')}:\n\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
