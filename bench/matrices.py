"""Solvers of matrices beside others, on drawn data: python3 bench/matrices.py [--binary proxlab] [--measure MEASURE] [--gglasso PYTHON] [--rivals PYTHON] [graphs] [codes] [complete]

graphs: the graphical lasso of d variables, each of which follows the one before, d/2 examples: scikit-learn's and skglm's to the first of their
tolerances at which P is no more than 1e-6 d above the minimum. Processor time, with one thread each, from the covariances in memory on; ours by bench/measure, and the smallest of three.
codes: of 20,000 patches on 64 atoms, and atoms learnt. complete: the trace norm over known entries.
It needs requirements-matrices.txt, go build ./cmd/proxlab and ./bench/measure, and for R r-cran-glasso 1.11 and r-cran-huge 1.3.5.
--gglasso is a Python with gglasso==0.2.1 and numpy==1.26.4, --rivals one with fancyimpute==0.7.0, libmf==0.9.2,
scikit-learn==1.5.2, numpy==2.0.2 and scipy==1.14.1: what they need goes together with no other. A time that is nan is of one that does not come so near.
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


def by_huge(folder, d, lam, good):
    """The time of huge 1.3.5 of R, which penalizes the diagonal, and has one tolerance."""
    code = f"""suppressMessages(library(huge)); s <- matrix(readBin("{folder}/s.bin", "double", {d * d}), {d}); diag(s) <- diag(s) - {float(lam)!r}
t <- system.time(g <- huge(s, lambda={float(lam)!r}, method="glasso", verbose=FALSE)); writeBin(as.vector(as.matrix(g$icov[[1]])), "{folder}/wi.bin"); cat(sum(t[1:2]))"""
    said = subprocess.run(["Rscript", "-e", code], capture_output=True, text=True)
    return float(said.stdout) if said.returncode == 0 and good(np.fromfile(f"{folder}/wi.bin").reshape(d, d)) else float("nan")


def elsewhere(python, code, *args):
    """What a program says in another Python; nothing where there is none."""
    said = subprocess.run([python, "-c", code, *map(str, args)], capture_output=True, text=True) if python else None
    if said and said.returncode:
        print(said.stderr.strip().splitlines()[-1])
    return json.loads(said.stdout.splitlines()[-1]) if said and not said.returncode else None


GGLASSO = """import sys, time, json, numpy as np
from gglasso.solver.single_admm_solver import ADMM_SGL
folder, lam, tol = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
s = np.load(folder + "/s.npy")
ADMM_SGL(np.eye(3), 0.1, np.eye(3), verbose=False)  # compiles
begin = time.process_time()
found, _ = ADMM_SGL(s, lam, np.eye(len(s)), tol=tol, rtol=tol, max_iter=20000, verbose=False)
took = time.process_time() - begin
np.save(folder + "/gg.npy", found["Theta"])
print(json.dumps(took))"""


def by_gglasso(python, folder, lam, good):
    for tol in (1e-4, 1e-5, 1e-6, 1e-7, 1e-8):
        took = elsewhere(python, GGLASSO, folder, lam, tol)
        if took is not None and good(np.load(f"{folder}/gg.npy")):
            return took
    return float("nan")


def graphs(binary, measure, folder, rivals):
    from sklearn.covariance import graphical_lasso
    from skglm.covariance import GraphicalLasso

    print("| d | λ/λ_max | edges | proxlab | gap | scikit-learn | skglm | R's glasso | huge | GGLasso |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
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
        took, _ = work(measure, "covariance", f"{folder}/s.npy", f"{folder}/lambda.npy")
        gap = float(said.split("at most ")[1].split()[0])

        def good(q):
            return objective(q) <= objective(p) + 1e-6 * d

        def skglm(tol, algo="primal"):
            return GraphicalLasso(alpha=lam, algo=algo, tol=tol, max_iter=1000, weights=1 - np.eye(d)).fit(s, mode="precomputed").precision_

        skglm(0.1), graphical_lasso(np.eye(3), 0.1)  # compiles, and loads what is loaded when asked for
        a = first((1e-1, 1e-2, 1e-3, 1e-4), lambda tol: graphical_lasso(s, lam, tol=tol, enet_tol=min(tol, 1e-4), max_iter=1000)[1], good) if d < 1000 else float("nan")
        b = first((1e-2, 1e-3, 1e-4, 1e-5, 1e-6), skglm, good)
        s.tofile(f"{folder}/s.bin")
        c, h, gg = by_r(folder, d, lam, good), by_huge(folder, d, lam, good), by_gglasso(rivals[0], folder, lam, good)
        print(f"| {d} | {share} | {(np.count_nonzero(p) - d) // 2} | {took:.3f} s | {gap:.1g} | {a:.3f} s | {b:.3f} s | {c:.3f} s | {h:.3f} s | {gg:.3f} s |", flush=True)


def work(measure, name, *files):
    """The least processor time of three, and the value."""
    said = [json.loads(subprocess.run([measure, "-work", name, *files], capture_output=True, text=True, check=True).stdout) for _ in range(3)]
    return min(s["Fit"] for s in said), said[0]["Value"]


def patches(count=20000, side=8, n=256):
    """Of a drawn picture of discs with waves, their means taken off."""
    random = np.random.default_rng(0)
    picture, (yy, xx) = np.zeros((n, n)), np.mgrid[:n, :n]
    for _ in range(3000):
        (cx, cy), radius = random.uniform(0, n, 2), 3 * random.pareto(2) + 2
        at = (xx - cx) ** 2 + (yy - cy) ** 2 < radius**2
        picture[at] = random.uniform() + 0.1 * np.sin(xx[at] * random.uniform(0, 2) + yy[at] * random.uniform(0, 2))
    picture += 0.02 * random.normal(size=picture.shape)
    at = random.integers(0, n - side, size=(count, 2))
    x = np.array([picture[a : a + side, b : b + side].ravel() for a, b in at])
    x -= x.mean(axis=1, keepdims=True)
    return x / x.std()


def codes(binary, measure, folder, rivals):
    import spams
    from sklearn.decomposition import MiniBatchDictionaryLearning, sparse_encode

    x = patches()
    np.save(f"{folder}/x.npy", x)
    command(binary, "dictionary", "learn", "--data", f"{folder}/x.npy", "--atoms", "64", "--lambda", "1", "--passes", "4", "-o", f"{folder}/d.npy")
    d = np.load(f"{folder}/d.npy")
    columns, atoms = np.asfortranarray(x.T), np.asfortranarray(d.T)

    def value(a, lam, of):
        left = columns - of @ a.toarray()
        return ((left**2).sum() / 2 + lam * abs(a).sum()) / len(x)

    print("| work | proxlab | SPAMS | scikit-learn | objectives |\n| --- | --- | --- | --- | --- |")
    took, ours = work(measure, "codes", f"{folder}/x.npy", f"{folder}/d.npy")
    a, codes_ = timed(lambda: spams.lasso(columns, D=atoms, lambda1=1.0, mode=2, numThreads=1))
    b, theirs = timed(lambda: sparse_encode(x, d, algorithm="lasso_lars", alpha=1.0, n_jobs=1))
    print(f"| lasso codes, λ = 1 | {took:.3f} s | {a:.3f} s | {b:.3f} s | {ours:.6f}, {value(codes_, 1, atoms):.6f} |", flush=True)
    took, ours = work(measure, "greedy", f"{folder}/x.npy", f"{folder}/d.npy")
    a, codes_ = timed(lambda: spams.omp(columns, atoms, L=5, numThreads=1))
    b, theirs = timed(lambda: sparse_encode(x, d, algorithm="omp", n_nonzero_coefs=5, n_jobs=1))
    print(f"| five atoms each, best fit (scikit-learn: OMP) | {took:.3f} s | {a:.3f} s | {b:.3f} s | {ours:.6f}, {value(codes_, 0, atoms):.6f}, {((x - theirs @ d) ** 2).sum() / 2 / len(x):.6f} |", flush=True)
    took, ours = work(measure, "learn", f"{folder}/x.npy")

    def train(steps):
        return np.asfortranarray(spams.trainDL(columns, K=64, lambda1=1.0, mode=2, iter=steps, batchsize=256, numThreads=1, verbose=False))

    def batches(passes):
        return np.asfortranarray(MiniBatchDictionaryLearning(n_components=64, alpha=1.0, batch_size=256, max_iter=passes, fit_algorithm="lars", random_state=0, tol=0, max_no_improvement=None).fit(x).components_.T)

    def reached(of):
        return lambda q: value(spams.lasso(columns, D=q, lambda1=1.0, mode=2, numThreads=1), 1, q) <= ours * of

    a = first((78, 156, 312, 624, 1248), train, reached(1.002))
    b = first((1, 2, 4), batches, reached(1.002))
    print(f"| 64 atoms, to the mean objective of four passes within .2 % | {took:.3f} s | {a:.3f} s | {b:.3f} s | {ours:.6f} |", flush=True)


SOFT = """import sys, time, json, numpy as np
from fancyimpute import SoftImpute
x, known, lam, at, full, most = (np.load(sys.argv[1] + "/" + n + ".npy") for n in ("x", "known", "lambda", "at", "full", "most"))
for tol in (1e-3, 1e-4, 1e-5, 1e-6):
    begin = time.process_time()
    out = SoftImpute(shrinkage_value=float(lam[0, 0]), convergence_threshold=tol, max_iters=2000, init_fill_method="zero", verbose=False).fit_transform(np.where(known, x, np.nan))
    took = time.process_time() - begin
    if np.sqrt(np.mean((out[at[0], at[1]] - full[at[0], at[1]]) ** 2)) <= 1.001 * most:
        break
else:
    took = None
print(json.dumps(took))"""

LIBMF = """import sys, os, time, json, numpy as np
from libmf import mf
x, known, at, full, most = (np.load(sys.argv[1] + "/" + n + ".npy") for n in ("x", "known", "at", "full", "most"))
triples = np.column_stack([*np.nonzero(known), x[known]])  # rows in C order, and pairs by columns: libmf reads them so
best, said = None, os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it prints
for strength in (0.01, 0.03, 0.1, 0.3):
    for iterations in (10, 20, 50, 100, 300):
        begin = time.process_time()
        m = mf.MF(k=8, nr_iters=iterations, nr_threads=1, lambda_p2=strength, lambda_q2=strength, quiet=True)
        m.fit(triples)
        took = time.process_time() - begin
        error = np.sqrt(np.mean((m.predict(np.asfortranarray(at.T.astype(np.int32))) - full[at[0], at[1]]) ** 2))
        if error <= 1.001 * most and (best is None or took < best):
            best = took
os.write(said, (chr(10) + json.dumps(best)).encode())"""


def complete(binary, measure, folder, rivals):
    """Soft-impute by its own steps in NumPy (Mazumder, Hastie, Tibshirani 2010) to 1e-3 of P; fancyimpute to our error of entries that are not known within a thousandth; libmf to
    that error as well, with the best of four strengths and five numbers of passes."""
    print("| entries | λ/λ_max | proxlab | soft-impute | fancyimpute | libmf |\n| --- | --- | --- | --- | --- | --- |")
    for n, m, share in ((300, 200, 0.2), (1000, 600, 0.1)):
        random = np.random.default_rng(n)
        full = random.normal(size=(n, 5)) @ random.normal(size=(5, m)) + 0.5 * random.normal(size=(n, m))
        known = random.uniform(size=(n, m)) < share
        x = np.where(known, full, 0)
        for of in (0.5, 0.2):
            lam = of * np.linalg.norm(x, 2)
            np.save(f"{folder}/x.npy", x), np.save(f"{folder}/lambda.npy", np.array([[lam]]))
            took, ours = work(measure, "complete", f"{folder}/x.npy", f"{folder}/lambda.npy")

            def impute():
                low = np.zeros_like(x)
                for _ in range(2000):
                    u, s, v = np.linalg.svd(np.where(known, x, low), full_matrices=False)
                    s = np.maximum(s - lam, 0)
                    low = (u * s) @ v
                    if ((x - low)[known] ** 2).sum() / 2 + lam * s.sum() <= ours * 1.001:
                        return low
                return None

            b, low = timed(impute)
            at = np.array(np.nonzero(~known))[:, random.permutation((~known).sum())[:20000]]
            for name, of_file in (("known.csv", np.nonzero(known)), ("pairs.csv", at)):
                with open(f"{folder}/{name}", "w") as f:
                    f.write("row,column,value\n" + "".join(f"r{i},c{j},{x[i, j]!r}\n".replace("np.float64(", "").replace(")", "") for i, j in zip(*of_file)))
            command(binary, "complete", "--data", f"{folder}/known.csv", "--predict", f"{folder}/pairs.csv", "--no-offsets", "--lambda", repr(float(lam)), "-o", f"{folder}/out.csv")
            predicted = np.loadtxt(f"{folder}/out.csv", delimiter=",", skiprows=1, usecols=2)
            most = np.sqrt(np.mean((predicted - full[at[0], at[1]]) ** 2))
            for name, value in (("known", known), ("full", full), ("at", at), ("most", most)):
                np.save(f"{folder}/{name}.npy", value)
            soft, factors = elsewhere(rivals[1], SOFT, folder), elsewhere(rivals[1], LIBMF, folder)
            print(f"| {known.sum()} of {n} × {m} | {of} | {took:.3f} s | {b if low is not None else float('nan'):.3f} s | {soft or float('nan'):.3f} s | {factors or float('nan'):.3f} s |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default="proxlab")
    parser.add_argument("--measure", default="measure")
    parser.add_argument("--gglasso")
    parser.add_argument("--rivals")
    parser.add_argument("what", nargs="*", default=["graphs"])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for what in args.what:
            {"graphs": graphs, "codes": codes, "complete": complete}[what](args.binary, args.measure, folder, (args.gglasso, args.rivals))
