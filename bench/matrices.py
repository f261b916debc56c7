"""Solvers of matrices beside others, on drawn data: python3 bench/matrices.py [--binary proxlab] [--measure MEASURE] [graphs]

graphs: the graphical lasso of d variables, each of which follows the one before, d/2 examples: scikit-learn's and skglm's to the first of their
tolerances at which P is no more than 1e-6 d above the minimum. Processor time, with one thread each, from the covariances in memory on; ours by bench/measure, and the smallest of three.
It needs requirements-matrices.txt, go build ./cmd/proxlab and ./bench/measure, and for R r-cran-glasso 1.11.
"""

import argparse
import json
import os
import resource
import subprocess
import tempfile
import time
import warnings

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "GOMAXPROCS"):
    os.environ[threads] = "1"

import numpy as np

warnings.filterwarnings("ignore")


def command(binary, *args):
    """Processor time of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([binary, *args], capture_output=True, text=True)
    if said.returncode not in (0, 3):
        raise RuntimeError(said.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said.stdout


def timed(call):
    begin = time.process_time()
    out = call()
    return time.process_time() - begin, out


def first(tolerances, run, good):
    """The time of the first tolerance whose answer is good; nan where none is."""
    for tol in tolerances:
        took, answer = timed(lambda: run(tol))
        if good(answer):
            return took
    return float("nan")


def by_r(folder, d, lam, good):
    """The time of glasso 1.11 of R, where that is there, without what starts R."""
    for tol in (1e-3, 1e-4, 1e-5):
        code = f"""library(glasso); s <- matrix(readBin("{folder}/s.bin", "double", {d * d}), {d})
t <- system.time(g <- glasso(s, {lam!r}, thr={tol}, penalize.diagonal=FALSE)); writeBin(as.vector(g$wi), "{folder}/wi.bin"); cat(sum(t[1:2]))"""
        said = subprocess.run(["Rscript", "-e", code.replace("np.float64", "")], capture_output=True, text=True)
        if said.returncode == 0 and good(np.fromfile(f"{folder}/wi.bin").reshape(d, d)):
            return float(said.stdout)
    return float("nan")


def graphs(binary, measure, folder):
    from sklearn.covariance import graphical_lasso
    from skglm.covariance import GraphicalLasso

    print("| d | λ/λ_max | edges | proxlab | gap | scikit-learn | skglm | R's glasso |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for d, share in ((100, 0.5), (100, 0.1), (300, 0.5), (300, 0.1), (1000, 0.5), (1000, 0.2)):
        random = np.random.default_rng(d)
        x = random.normal(size=(d // 2, d))
        for j in range(1, d):
            x[:, j] += 0.6 * x[:, j - 1]
        np.save(f"{folder}/x.npy", x)
        s = np.cov(x, rowvar=False, bias=True)
        lam = share * np.abs(s - np.diag(np.diag(s))).max()

        def objective(p):
            p = (p + p.T) / 2
            sign, log_det = np.linalg.slogdet(p)
            off = np.abs(p).sum() - np.abs(np.diag(p)).sum()
            return (s * p).sum() - log_det + lam * off if sign > 0 and np.linalg.eigvalsh(p)[0] > 0 else np.inf

        _, said = command(binary, "covariance", "--data", f"{folder}/x.npy", "--standardize=false", "--lambda", repr(float(lam)), "--precision", f"{folder}/p.npy", "--tol", "1e-6")
        p = np.load(f"{folder}/p.npy")
        np.save(f"{folder}/s.npy", s)
        np.save(f"{folder}/lambda.npy", np.array([[lam]]))
        took = min(json.loads(subprocess.run([measure, "-work", "covariance", f"{folder}/s.npy", f"{folder}/lambda.npy"], capture_output=True, text=True, check=True).stdout)["Fit"] for _ in range(3))
        gap = float(said.split("at most ")[1].split()[0])

        def good(q):
            return objective(q) <= objective(p) + 1e-6 * d

        def skglm(tol, algo="primal"):
            return GraphicalLasso(alpha=lam, algo=algo, tol=tol, max_iter=1000, weights=1 - np.eye(d)).fit(s, mode="precomputed").precision_

        skglm(0.1)  # compiles
        a = first((1e-1, 1e-2, 1e-3, 1e-4), lambda tol: graphical_lasso(s, lam, tol=tol, enet_tol=min(tol, 1e-4), max_iter=1000)[1], good) if d < 1000 else float("nan")
        b = first((1e-2, 1e-3, 1e-4, 1e-5, 1e-6), skglm, good)
        s.tofile(f"{folder}/s.bin")
        c = by_r(folder, d, lam, good)
        print(f"| {d} | {share} | {(np.count_nonzero(p) - d) // 2} | {took:.3f} s | {gap:.1g} | {a:.3f} s | {b:.3f} s | {c:.3f} s |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default="proxlab")
    parser.add_argument("--measure", default="measure")
    parser.add_argument("what", nargs="*", default=["graphs"])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for what in args.what:
            {"graphs": graphs}[what](args.binary, args.measure, folder)
