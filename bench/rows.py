"""The problems of the comparison, and their files, which are made once in a folder beside the system's temporary ones."""

import gzip, hashlib, json, os, struct, tempfile
from dataclasses import dataclass, field

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import dump_svmlight_file, load_digits, load_svmlight_file, load_wine

FOLDER = os.environ.get("PROXLAB_BENCH", os.path.join(tempfile.gettempdir(), "proxlab-bench"))
CLOSE = 1e-6
LADDER = [1e-4, 1e-6, 1e-8, 1e-10]
THRESHOLDS = [1e-7, 1e-9, 1e-11, 1e-13]  # of glmnet: the first is its default


@dataclass
class Row:
    name: str
    title: str
    data: object  # returns X, y
    loss: str
    penalty: str
    share: float = 0.0  # of λ_max, or, with share = 0, mu is given
    mu: float = 0.0
    intercept: bool = False
    path: int = 0
    folds: int = 10  # to choose from a path by; 0 for its last model
    limit: int = 100  # seconds that a peer gets
    peers: dict = field(default_factory=dict)
    lam: float = 0.0
    most: float = 0.0
    delta: float = 0.0  # of Huber's loss
    size: int = 0  # of the groups of neighbouring features
    mix: float = 0.0  # share of the groups in the sparse group penalty
    ratio: float = 1.0  # share of the penalty in the elastic nets of a path, which have the last's μ at the end
    tasks: bool = False  # targets stand in a file of ours one after another, each by its row and a qid
    memory: float = 0.0  # bytes of our passes over blocks of a table in text, which are a peer
    close: float = CLOSE  # share above the best objective that a peer must come to
    slow: bool = False  # not for a quick look
    files: list = field(default_factory=list)


def regression(n, d, seed=1, relevant=10):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    X[:, 1:] += 0.5 * X[:, :-1]
    w = np.zeros(d)
    w[rng.choice(d, relevant, replace=False)] = rng.standard_normal(relevant)
    return X, X @ w + rng.standard_normal(n) + 3


def correlated(n, d, rho=0.6, seed=1, relevant=50):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    for j in range(1, d):
        X[:, j] = rho * X[:, j - 1] + np.sqrt(1 - rho * rho) * X[:, j]
    w = np.zeros(d)
    w[rng.choice(d, relevant, replace=False)] = rng.standard_normal(relevant)
    return X, X @ w + rng.standard_normal(n)


def labels(n, d):
    X, y = regression(n, d)
    return X, np.where(y > np.median(y), 1.0, -1.0)


def counts(n, d, seed=3):
    rng = np.random.default_rng(seed)
    X, _ = regression(n, d)
    return X, rng.poisson(np.exp(X[:, :5] @ np.full(5, 0.2) + 0.5)).astype(float)


def outliers(n, d):
    X, y = regression(n, d)
    rng = np.random.default_rng(4)
    return X, y + (rng.random(n) < 0.05) * 20 * rng.standard_normal(n)


def sparse(n, d, seed=2):
    rng = np.random.default_rng(seed)
    X = sp.random(n, d, density=60 / d, format="csr", random_state=rng, data_rvs=lambda k: rng.exponential(size=k))
    X = sp.diags(1 / np.maximum(np.sqrt(X.multiply(X).sum(axis=1).A1), 1e-9)) @ X
    w = rng.standard_normal(d) * (rng.random(d) < 0.05)
    f = X @ w
    return X.tocsr(), np.where(f + 0.1 * rng.standard_normal(n) > 0, 1.0, -1.0)


def several(n, d, k, seed=5):
    """Targets in k columns, of 20 features of d."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    W = np.zeros((d, k))
    W[rng.choice(d, 20, replace=False)] = rng.standard_normal((20, k))
    return X, X @ W + rng.standard_normal((n, k))


def classes(n, d, k, rank=5, seed=6):
    """Labels 0 … k−1 by a matrix of low rank."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d)) * np.linspace(1, 0.1, d)
    scores = X @ rng.standard_normal((d, rank)) @ rng.standard_normal((rank, k)) / np.sqrt(rank)
    return X, np.unique((scores + rng.gumbel(size=(n, k))).argmax(axis=1), return_inverse=True)[1].astype(float)


def standard(X, y):
    return (X - X.mean(axis=0)) / np.maximum(X.std(axis=0), 1e-12), y.astype(float)


def libsvm(name):
    path = os.path.join(os.environ["PROXLAB_DATA"], "libsvm", name)
    X, y = load_svmlight_file(path)
    return X, y


def mnist():
    folder = os.path.join(os.environ["PROXLAB_DATA"], "mnist")
    with gzip.open(os.path.join(folder, "train-images-idx3-ubyte.gz")) as f:
        _, n, r, c = struct.unpack(">4i", f.read(16))
        X = np.frombuffer(f.read(), np.uint8).reshape(n, r * c) / 255
    with gzip.open(os.path.join(folder, "train-labels-idx1-ubyte.gz")) as f:
        f.read(8)
        y = np.frombuffer(f.read(), np.uint8).astype(float)
    return sp.csr_matrix(X), y


ROWS = [
    Row("lasso-wide", "lasso 100 × 20,000", lambda: regression(100, 20000), "squared", "l1", 0.05, intercept=True,
        peers={"scikit-learn Lasso": LADDER, "celer Lasso": LADDER, "skglm Lasso": LADDER}),
    Row("path-wide", "lasso path 100 λ, 500 × 10,000", lambda: correlated(500, 10000), "squared", "l1", 1e-2, intercept=True,
        path=100, folds=0, peers={"glmnet": THRESHOLDS, "celer path": LADDER, "scikit-learn path": LADDER, "skglm path": LADDER}),
    Row("path-close", "the same, neighbours correlated to 0.9", lambda: correlated(500, 10000, 0.9), "squared", "l1", 1e-2,
        intercept=True, path=100, folds=0, peers={"glmnet": THRESHOLDS, "celer path": LADDER, "scikit-learn path": LADDER}),
    Row("sector", "lasso, sector 6,412 × 55,197", lambda: libsvm("sector.scale.bz2"), "squared", "l1", 0.05,
        peers={"scikit-learn Lasso": LADDER, "celer Lasso": LADDER, "skglm Lasso": LADDER}),
    Row("group", "group lasso 500 × 5,000, groups of 10", lambda: correlated(500, 5000), "squared", "groups", 0.05, size=10,
        peers={"celer GroupLasso": LADDER, "skglm GroupLasso": LADDER, "SPAMS fistaFlat": LADDER}),
    Row("sparse-group", "sparse group lasso 500 × 5,000, groups of 10", lambda: correlated(500, 5000), "squared",
        "sparse-groups", 0.05, size=10, mix=0.5, peers={"skglm SparseGroup": LADDER, "SPAMS fistaFlat": LADDER}),
    Row("multi-task", "multi-task lasso 500 × 5,000, 10 targets", lambda: several(500, 5000, 10), "outputs", "rows", 0.05,
        peers={"scikit-learn MultiTaskLasso": LADDER, "celer MultiTaskLasso": LADDER, "skglm MultiTaskLasso": LADDER}),
    *[Row(f"trace-{name}-{weight}", f"multinomial trace norm {n:,} × {d:,}, {k} classes, {share:g} λ_max",
          lambda n=n, d=d, k=k: classes(n, d, k), "multinomial", "trace", share, close=1e-5,
          peers={"NumPy Prox++": [0.0]})
      for name, n, d, k in [("tall", 5000, 100, 30), ("wide", 500, 1000, 10), ("many", 2000, 200, 100)]
      for weight, share in [("heavy", 0.2), ("light", 0.01)]],
    Row("lasso-tall", "lasso 200,000 × 30", lambda: regression(200000, 30), "squared", "l1", 0.05, intercept=True,
        peers={"scikit-learn Lasso": LADDER, "celer Lasso": LADDER, "skglm Lasso": LADDER}),
    Row("logistic-l1", "logistic ℓ1 200,000 × 30", lambda: labels(200000, 30), "logistic", "l1", 0.02,
        peers={"scikit-learn liblinear": LADDER, "scikit-learn saga": LADDER, "skglm logistic": LADDER}),
    Row("logistic-l2", "logistic ℓ2 200,000 × 30", lambda: labels(200000, 30), "logistic", "none", mu=1e-3,
        peers={"scikit-learn lbfgs": LADDER, "scikit-learn newton-cholesky": LADDER, "scikit-learn liblinear": LADDER}),
    Row("ols", "least squares 200,000 × 30", lambda: regression(200000, 30), "squared", "none", intercept=True,
        peers={"scikit-learn LinearRegression": [0.0]}),
    Row("ridge", "ridge 200,000 × 30", lambda: regression(200000, 30), "squared", "none", mu=1e-3, intercept=True,
        peers={"scikit-learn Ridge": [0.0]}),
    Row("poisson", "Poisson 200,000 × 30", lambda: counts(200000, 30), "poisson", "none", mu=1e-3, intercept=True,
        peers={"scikit-learn poisson-lbfgs": LADDER, "scikit-learn poisson-newton-cholesky": LADDER}),
    Row("huber", "Huber 200,000 × 30", lambda: outliers(200000, 30), "huber", "none", intercept=True,
        peers={"scikit-learn HuberRegressor": LADDER}),
    Row("wine", "multinomial ℓ1, wine", lambda: standard(*load_wine(return_X_y=True)), "multinomial", "l1", 0.02,
        peers={"scikit-learn saga": LADDER}),
    Row("digits", "multinomial ℓ1, digits", lambda: (load_digits().data / 16, load_digits().target.astype(float)),
        "multinomial", "l1", 0.02, peers={"scikit-learn saga": LADDER}),
    Row("mnist", "multinomial ℓ1, MNIST", mnist, "multinomial", "l1", 0.01, limit=300, slow=True,
        peers={"scikit-learn saga": [1e-4]}),
    Row("sparse-l1", "sparse logistic ℓ1 20,000 × 50,000", lambda: sparse(20000, 50000), "logistic", "l1", 0.02,
        peers={"scikit-learn liblinear": LADDER, "celer logistic": LADDER, "skglm logistic": LADDER}),
    Row("svm-a9a", "SVM, a9a", lambda: libsvm("a9a.gz"), "hinge", "none", mu=1e-3,
        peers={"LIBLINEAR (scikit-learn)": [1e-1, 1e-2, 1e-3, 1e-4, 1e-6]}),
    *[Row(f"svm-{name}-{mu:.0e}", f"SVM, {name}, λ = {mu:.0e}", lambda name=name: libsvm(name + ".gz"), "hinge", "none", mu=mu,
          peers={"LIBLINEAR, 1,000 passes": [1e-1, 1e-2, 1e-3, 1e-4, 1e-6]})
      for name, mu in [("a9a", 1e-4), ("a9a", 1e-5), ("a9a", 1e-6), ("a9a", 1e-7), ("a9a", 1e-8), ("w8a", 1e-8), ("ijcnn1", 1e-7)]],
    Row("svm-sparse", "SVM, sparse 20,000 × 50,000", lambda: sparse(20000, 50000), "hinge", "none", mu=1e-3,
        peers={"LIBLINEAR (scikit-learn)": [1e-1, 1e-2, 1e-3, 1e-4, 1e-6]}),
    Row("cv-tall", "lasso path 100 λ, ten folds, 20,000 × 100", lambda: regression(20000, 100), "squared", "l1", 1e-3,
        intercept=True, path=100, slow=True, peers={"scikit-learn LassoCV": [1e-6], "celer LassoCV": [1e-6]}),
    Row("cv-wide", "lasso path 100 λ, ten folds, 200 × 2,000", lambda: regression(200, 2000), "squared", "l1", 1e-2,
        intercept=True, path=100, slow=True, peers={"scikit-learn LassoCV": [1e-6], "celer LassoCV": [1e-6]}),
]


def group_sparse(n, d):
    X, _ = sparse(n, d)
    rng = np.random.default_rng(7)
    return X, X @ (rng.standard_normal(d) * (np.arange(d) % 50 < 10)) + 0.1 * rng.standard_normal(n)


def related(n, d, k):
    """Targets in k columns, of features that are like their neighbours."""
    X, _ = correlated(n, d, 0.9)
    rng = np.random.default_rng(5)
    W = np.zeros((d, k))
    W[rng.choice(d, 50, replace=False)] = rng.standard_normal((50, k))
    return X, X @ W + rng.standard_normal((n, k))


def signs(X, y):
    return X, np.where(y > np.median(y), 1.0, -1.0)


def digits():
    return load_digits().data / 16, load_digits().target.astype(float)


def part(count):
    X, y = mnist()
    return X[:count], y[:count]


# Rows for ablate.py, where λ is small or classes are real: no peers, and not in the document.
HARD = [
    Row("lasso-1e-3", "lasso 300 × 2,000 to 10⁻³ λ_max", lambda: correlated(300, 2000, 0.9), "squared", "l1", 1e-3),
    Row("path-1e-3", "lasso path 100 λ to 10⁻³ λ_max, 300 × 3,000", lambda: correlated(300, 3000, 0.9), "squared", "l1", 1e-3,
        intercept=True, path=100, folds=0),
    Row("group-1e-3", "group lasso 300 × 1,000 to 10⁻³ λ_max", lambda: correlated(300, 1000, 0.9), "squared", "groups", 1e-3,
        size=10),
    Row("group-sparse-1e-3", "group lasso on sparse 2,000 × 1,000 to 10⁻³ λ_max", lambda: group_sparse(2000, 1000), "squared",
        "groups", 1e-3, size=10),
    Row("sparse-group-1e-3", "sparse group lasso 300 × 1,000 to 10⁻³ λ_max", lambda: correlated(300, 1000, 0.9), "squared",
        "sparse-groups", 1e-3, size=10, mix=0.5),
    Row("sparse-group-part-1e-3", "sparse group lasso 1,000 × 500 to 10⁻³ λ_max", lambda: correlated(1000, 500, 0.9),
        "squared", "sparse-groups", 1e-3, size=10, mix=0.5),
    Row("multi-task-1e-3", "multi-task lasso 300 × 600, 10 targets, to 10⁻³ λ_max", lambda: related(300, 600, 10), "outputs",
        "rows", 1e-3),
    Row("logistic-1e-3", "logistic ℓ1 500 × 1,000 to 10⁻³ λ_max", lambda: signs(*correlated(500, 1000, 0.9)), "logistic", "l1",
        1e-3),
    Row("logistic-group-1e-3", "logistic group lasso 500 × 500 to 10⁻³ λ_max", lambda: signs(*correlated(500, 500, 0.9)),
        "logistic", "groups", 1e-3, size=10),
    Row("logistic-tall-1e-3", "logistic ℓ1 20,000 × 100 to 10⁻³ λ_max", lambda: labels(20000, 100), "logistic", "l1", 1e-3),
    Row("sparse-l1-1e-3", "sparse logistic ℓ1 5,000 × 5,000 to 10⁻³ λ_max", lambda: sparse(5000, 5000), "logistic", "l1", 1e-3),
    Row("digits-1e-3", "multinomial ℓ1, digits, to 10⁻³ λ_max", digits, "multinomial", "l1", 1e-3),
    Row("mnist-part", "multinomial ℓ1, 3,000 of MNIST", lambda: part(3000), "multinomial", "l1", 0.01),
    Row("mnist-part-1e-3", "multinomial ℓ1, 1,000 of MNIST to 10⁻³ λ_max", lambda: part(1000), "multinomial", "l1", 1e-3),
    Row("mnist-many", "multinomial ℓ1, 20,000 of MNIST", lambda: part(20000), "multinomial", "l1", 0.05),
]


EPSILON, ALPHA = 1.35, 200.0


def as_huber_regressor(row, X, y):
    """δ and μ of the problem that scikit-learn's HuberRegressor solves in the weights at its own scale σ:
    Σ σ + σ H(r/σ) + α‖w‖² is 2n/σ times the mean of Huber's loss with δ = εσ, and (ασ/2n)‖w‖²."""
    from sklearn.linear_model import HuberRegressor
    scale = float(HuberRegressor(epsilon=EPSILON, alpha=ALPHA, max_iter=10000, tol=1e-12).fit(X, y).scale_)
    row.delta, row.mu = EPSILON * scale, ALPHA * scale / len(y)


def lambda_max(row, X, y):
    n = X.shape[0]
    if row.loss == "multinomial":
        k = int(y.max()) + 1
        r = np.eye(k)[y.astype(int)]
        r -= r.mean(axis=0) if row.intercept else 1 / k
    elif row.loss == "cox":
        r = at_risk(y)
    elif row.loss == "logistic":
        r = (y - y.mean() * row.intercept) / 2
    else:
        r = y - y.mean() if row.intercept else y
    G = X.T @ r / n
    if row.penalty in ("groups", "sparse-groups", "rows"):  # of the sparse one, that of its groups: no less than its own
        return np.linalg.norm(G.reshape(-1, row.size or r.shape[-1]), axis=1).max()
    if row.penalty == "slope":
        return (np.cumsum(np.sort(np.abs(G))[::-1]) / np.cumsum(falling(len(G)))).max()
    return np.linalg.norm(G, 2) if row.penalty == "trace" else np.abs(G).max()


def falling(d):
    """The weights of the sorted norm."""
    return 1 - np.arange(d) / d


def at_risk(y):
    """Minus the slopes of Cox's loss at 0, of times |y| that all differ, events where y > 0."""
    order = np.argsort(-np.abs(y))
    hazard = (y[order] > 0) / np.arange(1, len(y) + 1)
    r = np.empty(len(y))
    r[order] = (y[order] > 0) - np.cumsum(hazard[::-1])[::-1]
    return r


def source(row):
    """What the files of a row are made from: they are made again where it changes."""
    code = row.data.__code__
    facts = (code.co_code, code.co_names, code.co_consts, row.data.__defaults__, row.loss, row.penalty, row.share, row.mu,
             row.size, row.intercept, row.ratio, row.tasks, row.memory)
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def at(row, ending):
    return os.path.join(FOLDER, row.name + ending)


def make(row):
    """Files of a row, written where they are not there yet."""
    os.makedirs(FOLDER, exist_ok=True)
    if os.path.exists(at(row, ".json")):
        with open(at(row, ".json")) as f:
            facts = json.load(f)
        if facts.pop("source") == source(row):
            vars(row).update(facts)
            return row.files
    X, y = row.data()
    if row.share:
        row.most = float(lambda_max(row, X, y))
        row.lam = row.share * row.most
        row.mu = row.lam * (1 - row.ratio) / row.ratio if row.ratio < 1 else row.mu
    if row.loss == "huber":
        as_huber_regressor(row, X, y)
    if sp.issparse(X):
        row.files = [at(row, ".svm")]
        dump_svmlight_file(X, y, row.files[0], zero_based=False)
    else:
        row.files = [at(row, ".X.npy"), at(row, ".y.npy")]
        np.save(row.files[0], np.ascontiguousarray(X))
        np.save(row.files[1], y)
    if row.tasks:
        with open(at(row, ".svm"), "w") as f:
            for x, targets in zip(X, y):
                text = " ".join(f"{j + 1}:{v!r}" for j, v in enumerate(x.tolist()))
                f.writelines(f"{v!r} qid:{k + 1} {text}\n" for k, v in enumerate(targets.tolist()))
    if row.memory:
        with open(at(row, ".csv"), "w") as f:
            f.write(",".join(["y", *(f"x{j}" for j in range(X.shape[1]))]) + "\n")
            f.writelines(",".join(map(repr, (v, *x))) + "\n" for v, x in zip(y.tolist(), map(np.ndarray.tolist, X)))
    facts = {name: getattr(row, name) for name in ("most", "lam", "delta", "mu", "files")}
    with open(at(row, ".json"), "w") as f:
        json.dump(dict(facts, source=source(row)), f)
    return row.files


def load(row):
    """What is in the files of a row that were made."""
    files = make(row)
    if len(files) == 2:
        return np.load(files[0]), np.load(files[1])
    X, y = load_svmlight_file(files[0])
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)  # what LIBLINEAR takes
    return X, y
