"""Machines of one kernel beside LIBSVM, as scikit-learn has it: processor seconds of one core at an equal objective.

    PROXLAB_DATA=DATA python3 bench/kernels.py [--quick] [--document]

takes turns, three each or with --quick one, and tells the median. "At" is the loosest tolerance of LIBSVM at which its objective, evaluated
here in float64, is within 1e-6 of the lesser one, or its best; ours stops at a duality gap of 1e-6. --document writes the
table of docs/speed.md. It needs scikit-learn, which compare.py installs into .venv-bench.

With PROXLAB_MKLPY, a Python of an environment with MKLpy==0.6 (which brings torch), --easy measures nothing but the weights of EasyMKL beside it.
"""

import gzip, json, os, pathlib, statistics, struct, subprocess, sys, tempfile, time

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np
from sklearn.datasets import load_digits, load_svmlight_file, make_friedman1
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC, SVR, OneClassSVM

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("PROXLAB_DATA", "").split(os.pathsep)[0])
SVC_, SVR_, ONE = 0, 1, 2
EPSILON = 0.1


def some(X, y, n, seed):
    rows = np.random.default_rng(seed).permutation(len(y))[:n]
    return np.ascontiguousarray(X[rows], dtype=float), np.asarray(y, float)[rows]


def svmlight(name, n, seed):
    X, y = load_svmlight_file(str(DATA / "libsvm" / f"{name}.gz"))
    X, y = some(X.toarray(), y, n, seed)
    return X, np.where(y > 0, 1.0, -1.0)


def covtype(n, seed):
    table = np.loadtxt(gzip.open(DATA / "covtype-subset" / "covtype-20k-subset.csv.gz", "rt"), delimiter=",")
    X, y = some(table[:, :-1], table[:, -1], n, seed)
    X = X[:, X.std(0) > 0]
    return (X - X.mean(0)) / X.std(0), np.where(y == 2, 1.0, -1.0)


def mnist(a, b, n, seed):
    read = lambda f, skip: np.frombuffer(gzip.open(DATA / "mnist" / f).read(), np.uint8)[skip:]
    X = read("train-images-idx3-ubyte.gz", 16).reshape(-1, 784) / 255.0
    y = read("train-labels-idx1-ubyte.gz", 8)
    keep = (y == a) | (y == b)
    X, y = some(X[keep], y[keep], n, seed)
    return X, np.where(y == a, 1.0, -1.0)


def digits(numbers):
    X, y = load_digits(return_X_y=True)
    return X / 16, y / 1.0 if numbers else np.where(y % 2 == 1, 1.0, -1.0)


def friedman(n, seed):
    return make_friedman1(n, n_features=10, noise=1.0, random_state=seed)


PROBLEMS = [
    ("a9a 4,000", SVC_, "rbf", lambda: svmlight("a9a", 4000, 77), [0.1, 10]),
    ("covtype 2,000", SVC_, "rbf", lambda: covtype(2000, 79), [1, 100]),
    ("covtype 8,000", SVC_, "rbf", lambda: covtype(8000, 80), [1]),
    ("MNIST 3 and 8, 4,000", SVC_, "rbf", lambda: mnist(3, 8, 4000, 81), [1, 10]),
    ("digits, odd, 1,797", SVC_, "rbf", lambda: digits(False), [1, 100]),
    ("a9a 4,000", SVC_, "linear", lambda: svmlight("a9a", 4000, 77), [0.1, 1]),
    ("Friedman 4,000", SVR_, "rbf", lambda: friedman(4000, 82), [1, 10]),
    ("digits, 1,797", SVR_, "rbf", lambda: digits(True), [1, 10]),
    ("a9a 4,000", ONE, "rbf", lambda: svmlight("a9a", 4000, 77), [0.1]),
    ("MNIST 3 and 8, 4,000", ONE, "rbf", lambda: mnist(3, 8, 4000, 81), [0.1]),
]


def peer(kind, kernel, gamma, c, tol, X, y):
    """Processor seconds of LIBSVM, and P at its coefficients."""
    common = dict(kernel=kernel, gamma=gamma, tol=tol, cache_size=200)
    m = {SVC_: lambda: SVC(C=c, **common), SVR_: lambda: SVR(C=c, epsilon=EPSILON, **common),
         ONE: lambda: OneClassSVM(nu=c, **common)}[kind]()
    began = time.process_time()
    m.fit(X) if kind == ONE else m.fit(X, y)
    seconds = time.process_time() - began
    a, b = m.dual_coef_.ravel(), m.intercept_[0]
    support = X[m.support_]
    f = np.concatenate([(rbf_kernel(part, support, gamma=gamma) if kernel == "rbf" else part @ support.T) @ a
                        for part in np.array_split(X, max(1, len(X) // 1000))])
    square = a @ f[m.support_] / 2
    if kind == ONE:
        return seconds, square + np.maximum(0, -f - b).sum() + b * c * len(X)
    loss = np.maximum(0, 1 - y * (f + b)) if kind == SVC_ else np.maximum(0, abs(y - f - b) - EPSILON)
    return seconds, square + c * loss.sum()


def ours(binary, file):
    out = subprocess.run([binary, "-machine", file], capture_output=True, text=True, check=True,
                         env=os.environ | {"GOMAXPROCS": "1"}).stdout
    return json.loads(out)


def row(binary, folder, name, kind, kernel, X, y, c, turns):
    gamma = 1 / (X.shape[1] * X.var())
    file = os.path.join(folder, "machine.bin")
    with open(file, "wb") as f:
        f.write(struct.pack("<3q4d", *X.shape, kind, c, EPSILON, gamma if kernel == "rbf" else 0, 1e-6))
        f.write(np.ascontiguousarray(X).tobytes() + np.ascontiguousarray(y).tobytes())
    mine = ours(binary, file)
    best, at = None, None
    for tol in (1e-2, 1e-3, 1e-4, 1e-5):
        seconds, P = peer(kind, kernel, gamma, c, tol, X, y)
        if best is None or P < best:
            best, at = P, tol
        if P - mine["Objective"] <= 1e-6 * abs(mine["Objective"]) or seconds > 120:
            break
    theirs, times = [], [mine["Fit"]]
    for _ in range(turns):
        theirs.append(peer(kind, kernel, gamma, c, at, X, y)[0])
        times.append(ours(binary, file)["Fit"])
    a, b = statistics.median(times), statistics.median(theirs)
    word = {SVC_: "SVC", SVR_: "SVR", ONE: "OneClassSVM"}[kind]
    return (f"| {word}, {name}, {'Gaussian' if kernel == 'rbf' else 'linear'}, {'ν' if kind == ONE else 'C'} = {c:g} | "
            f"{at:g} | {(best - mine['Objective']) / abs(mine['Objective']):.0e} | {mine['Gap'] / abs(mine['Objective']):.0e} | {a:.3g} | {b:.3g} | "
            f"{a / b:.2f} |")


EASY = """
import struct, sys, time, warnings
import numpy as np, torch
warnings.simplefilter("ignore")
torch.set_num_threads(1)
from MKLpy.algorithms import EasyMKL
from sklearn.metrics.pairwise import rbf_kernel
with open(sys.argv[1], "rb") as f:
    n, d, _, share, _, gamma, _ = struct.unpack("<3q4d", f.read(56))
    X, y = np.frombuffer(f.read(8 * n * d)).reshape(n, d), np.frombuffer(f.read())
began = time.process_time()
kernels = [torch.tensor(rbf_kernel(X[:, j:j + 1], gamma=gamma)) for j in range(d)]
weights = EasyMKL(lam=share, solver="cvxopt").fit(kernels, y.copy()).solution.weights.numpy()
print(time.process_time() - began, weights @ weights)
"""


def easy(binary):
    """Weights of EasyMKL for a Gaussian kernel of each of ten columns of covtype, by MKLpy with cvxopt and by ours; Grams included."""
    print("| examples | share Λ | Σ w², MKLpy | Σ w², proxlab | proxlab, s | MKLpy, s | proxlab ÷ it |\n| --- | --- | --- | --- | --- | --- | --- |")
    for n in (500, 1000):
        X, y = covtype(n, 83)
        X = np.ascontiguousarray(X[:, :10])
        for share in (0.1, 0.9):
            with tempfile.NamedTemporaryFile() as f:
                f.write(struct.pack("<3q4d", *X.shape, 3, share, 0, 0.5, 0) + X.tobytes() + y.tobytes())
                f.flush()
                mine = ours(binary, f.name)
                out = subprocess.run([os.environ["PROXLAB_MKLPY"], "-c", EASY, f.name], capture_output=True, text=True, check=True).stdout.split()
            print(f"| {n} | {share} | {float(out[1]):.6f} | {mine['Objective']:.6f} | {mine['Fit']:.3g} | {float(out[0]):.3g} | {mine['Fit'] / float(out[0]):.2f} |", flush=True)


def main():
    binary = os.path.join(tempfile.mkdtemp(), "measure")
    subprocess.run(["go", "build", "-o", binary, "./bench/measure"], cwd=ROOT, check=True)
    if "--easy" in sys.argv:
        return easy(binary)
    lines = ["| machine | at | LIBSVM above ours | our gap | proxlab, s | LIBSVM, s | proxlab ÷ it |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    with tempfile.TemporaryDirectory() as folder:
        for name, kind, kernel, load, strengths in PROBLEMS:
            X, y = load()
            for c in strengths:
                lines.append(row(binary, folder, name, kind, kernel, X, y, c, 1 if "--quick" in sys.argv else 3))
                print(lines[-1], flush=True)
    if "--document" in sys.argv:
        page = ROOT / "docs" / "speed.md"
        before, _, rest = page.read_text().partition("<!-- table kernels -->")
        page.write_text(before + "<!-- table kernels -->\n\n" + "\n".join(lines) + "\n\n<!-- end -->"
                        + rest.partition("<!-- end -->")[2])


main()
