"""Problems on which proxlab was once far behind its fastest peer, and the table of what has become of that.

    PROXLAB_DATA=DATA python3 bench/behind.py [--only NAME …] [--write]

Others named them, by sizes and shares of λ_max; what they did not say is chosen here, before ours and a peer had been
seen beside each other. All are measured as in drawn.py: processor seconds on one core in turns, at the loosest
tolerance of each that comes within 10⁻⁶ of the least objective; of the peers one or two a row, those that first trials
had ahead. Of a path with folds, the path on all examples must, at the λ that our folds choose. --write brings the table
into docs/speed.md. What was measured is kept in out/bench/behind.jsonl.
"""

import argparse, gzip, os

import environments
from environments import ROOT

if __name__ == "__main__":
    environments.ours(None)

import numpy as np
import scipy.sparse as sp

from rows import LADDER, THRESHOLDS, Row, correlated, counts, labels, related, several, signs, standard

LIMIT = 300  # seconds of a fit
L1 = {"scikit-learn liblinear": LADDER, "skglm logistic": LADDER}
L2 = {"scikit-learn lbfgs": LADDER, "scikit-learn newton-cholesky": LADDER}
ROWS_L21 = {"scikit-learn MultiTaskLasso": LADDER, "skglm MultiTaskLasso": LADDER}
GLMNET = {"glmnet": THRESHOLDS}


def registered(*path):
    return os.path.join(os.environ["PROXLAB_DATA"], *path)


def spectra():
    """162 smooth curves at 100 points, and what bells of them say."""
    from drawn import spectra as curves
    rng = np.random.default_rng(11)
    X = curves(rng, 162, 100)
    return X, X[:, 20:60:10] @ rng.standard_normal(4) + 0.05 * rng.standard_normal(162)


def words(count=100000):
    """Words of a treebank: the forms at nine places around each, and whether it is a noun."""
    at, rows, columns, y = {}, [], [], []
    with gzip.open(registered("ud-english-ewt", "en_ewt-ud-train.conllu.gz"), "rt") as f:
        for sentence in f.read().split("\n\n"):
            tokens = [t for t in (line.split("\t") for line in sentence.splitlines() if line[0] != "#") if t[0].isdigit()]
            forms = ["<"] * 4 + [t[1] for t in tokens] + [">"] * 4
            for i, t in enumerate(tokens[:count - len(y)]):
                columns += [at.setdefault((k, forms[i + k]), len(at)) for k in range(9)]
                rows += [len(y)] * 9
                y.append(1.0 if t[3] == "NOUN" else -1.0)
    return sp.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(y), len(at))), np.array(y)


def covtype():
    """A part of covtype, standardized: 20,000 examples, of which one feature is constant; lodgepole pine or not."""
    of = np.loadtxt(registered("covtype-subset", "covtype-20k-subset.csv.gz"), delimiter=",")
    X, y = standard(of[:, :-1], np.where(of[:, -1] == 2, 1.0, -1.0))
    return X[:, X.std(axis=0) > 0], y


def letters(count=10000):
    """The first letters of the OCR set by their pixels."""
    with gzip.open(registered("ocr", "letter.data.gz"), "rt") as f:
        of = [line.split() for line, _ in zip(f, range(count))]
    return np.array([t[6:] for t in of], float), np.unique([t[1] for t in of], return_inverse=True)[1].astype(float)


def letor():
    """Documents of MQ2008, relevant or not."""
    from sklearn.datasets import load_svmlight_file
    X, y = load_svmlight_file(registered("letor-mq2008-fold1", "MQ2008-Fold1-train.svm.gz"))
    return X.toarray(), np.where(y > 0, 1.0, -1.0)


def times(n, d):
    """Times that all differ, of which a third are censored (−time)."""
    X, f = correlated(n, d)
    rng = np.random.default_rng(12)
    y = rng.exponential(size=n) * np.exp(-f / f.std())
    return X, np.where(rng.random(n) < 1 / 3, -y, y)


def expression():
    """Of the shape of a set of gene expressions that has 72 examples in two classes: neighbours are alike."""
    X, f = correlated(72, 7129, 0.8, relevant=20)
    return X, np.where(f > np.quantile(f, 0.65), 1.0, -1.0)


def grouped(n, d, k):
    """Classes by scores of a few features."""
    X, F = related(n, d, k)
    return X, F.argmax(axis=1).astype(float)


def levels():
    """31 columns of ten levels each, one-hot."""
    rng = np.random.default_rng(13)
    X = np.eye(10)[rng.integers(0, 10, (2198, 31))].reshape(2198, 310)
    return X, X @ (rng.standard_normal(310) * (np.arange(310) < 60)) + rng.standard_normal(2198)


def scaled(X, y):
    """Targets of deviation 1, which glmnet's ridge is in the units of."""
    return X, (y - y.mean()) / y.std()


def rounded(X, y):
    return np.round(X, 3), y


BEHIND = [
    *[Row(f"spectra-1e-{k}", f"lasso, collinear spectra 162 × 100, 10^−{k} λ_max", spectra, "squared", "l1", 10.0**-k, intercept=True,
          peers={"scikit-learn LassoLars": [0.0]}) for k in (4, 3)],
    Row("spectra-folds", "the same, path of 100 λ to 10^−4 λ_max, ten folds", spectra, "squared", "l1", 1e-4, intercept=True,
        path=100, peers=GLMNET),
    Row("grouped-folds", "grouped multinomial 150 × 2,000 × 4, path of 30 λ, five folds", lambda: grouped(150, 2000, 4),
        "multinomial", "rows", 0.02, intercept=True, path=30, folds=5, peers=GLMNET),
    Row("targets-100", "multi-task lasso 200 × 1,000 × 100, λ_max/50", lambda: several(200, 1000, 100), "outputs", "rows", 0.02,
        peers=ROWS_L21),
    Row("nonnegative", "non-negative lasso 800 × 2,000, λ_max/1,000", lambda: correlated(800, 2000), "squared", "nonnegative", 1e-3,
        peers={"celer Lasso": LADDER, "skglm Lasso": LADDER}),
    Row("words-l1", "logistic ℓ1, words of a treebank, λ_max/1,000", words, "logistic", "l1", 1e-3, peers=L1),
    Row("poisson-path", "Poisson ℓ1 path 20,000 × 60, 50 λ", lambda: counts(20000, 60), "poisson", "l1", 0.01, intercept=True,
        path=50, folds=0, peers=GLMNET),
    Row("cox-path", "Cox ℓ1 path 500 × 1,000, 50 λ", lambda: times(500, 1000), "cox", "l1", 0.05, path=50, folds=0, peers=GLMNET),
    Row("words-svm", "support vector machine, the same words, μ = 1e-05", words, "hinge", "none", mu=1e-5,
        peers={"LIBLINEAR (scikit-learn)": [1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8]}),
    Row("logistic-folds", "logistic ℓ1 5,000 × 80, path of 50 λ, ten folds", lambda: labels(5000, 80), "logistic", "l1", 0.01,
        intercept=True, path=50, peers=GLMNET),
    Row("expression-path", "logistic ℓ1 path 72 × 7,129, 50 λ (synthetic)", expression, "logistic", "l1", 0.01, intercept=True,
        path=50, folds=0, peers=GLMNET),
    Row("logistic-millions", "logistic ℓ1 3,000,000 × 29 in memory, λ_max/100", lambda: rounded(*labels(3000000, 29)), "logistic",
        "l1", 0.01, memory=256e6, peers={"passes over blocks": [0.0]}),
    Row("targets-qid", "multi-task lasso 500 × 5,000 × 10 from SVMlight with qid, λ_max/20",
        lambda: rounded(*several(500, 5000, 10)), "outputs", "rows", 0.05, tasks=True,
        peers=ROWS_L21),
    Row("elastic-path", "elastic net path 500 × 2,000, 100 λ, half of each ℓ1", lambda: scaled(*correlated(500, 2000)), "squared",
        "l1", 0.01, intercept=True, path=100, folds=0, ratio=0.5, peers=GLMNET),
    Row("lasso-close", "lasso 1,000 × 3,000, neighbours correlated to .95, λ_max/200", lambda: correlated(1000, 3000, 0.95),
        "squared", "l1", 1 / 200, intercept=True, peers={"skglm Lasso": LADDER, **GLMNET}),
    Row("words-l2", "logistic ℓ2, the same words, μ = 1e-05", words, "logistic", "none", mu=1e-5,
        peers={"scikit-learn lbfgs": LADDER, "scikit-learn liblinear": LADDER}),
    Row("covtype-l2", "logistic ℓ2, a part of covtype, 20,000 × 53, μ = 0.0001", covtype, "logistic", "none", mu=1e-4, peers=L2),
    Row("covtype-l1", "logistic ℓ1, the same, λ_max/100", covtype, "logistic", "l1", 0.01, peers=L1),
    Row("letters-l2", "multinomial ℓ2, letters 10,000 × 128 × 26, μ = 0.0001", letters, "multinomial", "none", mu=1e-4,
        peers={"scikit-learn lbfgs": LADDER, "scikit-learn newton-cg": LADDER}),
    Row("slope", "SLOPE 400 × 2,000, λ_max/20", lambda: correlated(400, 2000), "squared", "slope", 0.05,
        peers={"skglm SLOPE": [1e-4, 1e-6, 1e-8]}),
    Row("letor-l1", "logistic ℓ1, MQ2008 9,630 × 46, λ_max/1,000", letor, "logistic", "l1", 1e-3, peers=L1),
    Row("letor-l2", "logistic ℓ2, the same, μ = 0.0001", letor, "logistic", "none", mu=1e-4, peers=L2),
    Row("one-hot-groups", "group lasso, one-hot 2,198 × 310 in groups of 10, λ_max/50", levels, "squared", "groups", 0.02, size=10,
        peers={"celer GroupLasso": LADDER, "skglm GroupLasso": LADDER}),
    Row("lasso-folds", "lasso 300 × 3,000, path of 100 λ, ten folds", lambda: correlated(300, 3000), "squared", "l1", 0.01,
        intercept=True, path=100, peers=GLMNET),
]


for row in BEHIND:
    row.limit = LIMIT


def told(results):
    """The table: the fastest that is within 10⁻⁶ of the least, and the seconds of the other peers over ours."""
    from drawn import judged, seconds, within
    from tables import brief
    heads = ["problem", "ours ÷ fastest", "ours, s", "fastest peer", "at", "its, s", "other peers ÷ ours"]
    out = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    for row in BEHIND:
        if (row.name, 1) not in results.done:
            out.append(f"| {row.title} | not measured |" + " |" * 5)
            continue
        ratio, ours, fastest, unsolved = judged(results, row.name)
        lines = {who: on[1] for (of, who), on in results.lines.items() if of == row.name}
        best = min(v["objective"] for v in lines.values() if v["objective"] is not None)
        others = [f"{who} " + (f"{seconds(v) / ours:.2g}" if v["runs"] and ours and within(v, best) else v["why"] or "not within 10⁻⁶")
                  for who, v in lines.items() if who not in (None, fastest)]
        f = lines.get(fastest)
        out.append(f"| {row.title} | {f'{ratio:.2f}' if ratio else '–'} | {brief(ours)} | {fastest or unsolved and 'nobody'} | "
                   f"{brief(f['tol']) if f and f['tol'] else ''} | {brief(seconds(f))} | {'; '.join(others)} |")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=[row.name for row in BEHIND], help="these alone")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    parser.add_argument("--write", action="store_true", help="into docs/speed.md")
    a = parser.parse_args()
    import compare, drawn, tables
    from results import Results
    results = Results(os.path.join(ROOT, "out", "bench", "behind.jsonl"), a.fresh)
    drawn.measured(results, [row for row in BEHIND if row.name in (a.only or row.name)], LIMIT, a.turns, kept=True)
    text = told(results)
    print(text)
    if a.write:
        tables.write(compare.DOCUMENT, {"behind": f"{results.header['date']}.\n\n{text}"})


if __name__ == "__main__":
    main()
