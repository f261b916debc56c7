"""Contests that nobody chose: problems drawn by seeds, ours beside every peer that knows them.

    python3 bench/drawn.py --seed 1 --count 50 [--family NAME …]

draws a family, sizes, correlations, units of columns and a share of λ_max for each seed. Everybody is asked until it is
within 10⁻⁶ of the least objective that anybody reached, by one evaluation for all, and takes turns as in compare.py, on
one core. What we have when our time is over counts among what was reached: a peer that is above it has not solved it.
It tells the distribution of the processor seconds of ours over those of the fastest peer, by family: median, nine tenths,
most; what was not solved, by us and by all peers; and apart what takes us less than a millisecond. A peer
that takes three times the seconds of another is not the fastest, and gets no more turns. Seeds 1 to 1000 are for
development, those from 1001 on for reports, each once.

--write brings the table into docs/speed.md, between the marks <!-- table drawn-SEED --> and <!-- end -->.

What was measured is kept in out/bench/drawn.jsonl: a run that was interrupted goes on there.
"""

import argparse, math, os, statistics, subprocess, sys, tempfile, time

import environments
from environments import ROOT

if __name__ == "__main__":
    environments.ours(None)

import numpy as np
import scipy.sparse as sp

from rows import LADDER, ROWS, THRESHOLDS, Row, at

LEAST, MOST = 1e4, 1e7  # entries of a matrix
LIMIT = 60  # seconds of a fit
SHORT = 1e-3  # seconds of ours, below which a contest says little


def lasso_peers(*more):
    return {f"{who} Lasso": LADDER for who in ("scikit-learn", "celer", "skglm")} | dict(more)


# A family: loss, penalty, settings of the row, and peers.
FAMILIES = {
    "lasso": ("squared", "l1", dict(intercept=True), lasso_peers()),
    "non-negative lasso": ("squared", "nonnegative", dict(intercept=True), lasso_peers()),
    "elastic net": ("squared", "l1", dict(intercept=True), {
        "scikit-learn ElasticNet": LADDER, "celer ElasticNet": LADDER, "skglm ElasticNet": LADDER}),
    "lasso path": ("squared", "l1", dict(intercept=True, path=100, folds=0), {
        "glmnet": THRESHOLDS, "celer path": LADDER, "scikit-learn path": LADDER, "skglm path": LADDER}),
    "group lasso": ("squared", "groups", dict(size=5), {"celer GroupLasso": LADDER, "skglm GroupLasso": LADDER}),
    "multi-task lasso": ("outputs", "rows", {}, {
        "scikit-learn MultiTaskLasso": LADDER, "celer MultiTaskLasso": LADDER, "skglm MultiTaskLasso": LADDER}),
    "logistic, lasso": ("logistic", "l1", {}, {
        "scikit-learn liblinear": LADDER, "celer logistic": LADDER, "skglm logistic": LADDER}),
    "logistic, ridge": ("logistic", "none", {}, {
        "scikit-learn lbfgs": LADDER, "scikit-learn newton-cholesky": LADDER, "scikit-learn liblinear": LADDER}),
    "Poisson, ridge": ("poisson", "none", dict(intercept=True), {
        "scikit-learn poisson-lbfgs": LADDER, "scikit-learn poisson-newton-cholesky": LADDER}),
    "multinomial, ridge": ("multinomial", "none", {}, {"scikit-learn lbfgs": LADDER, "scikit-learn newton-cg": LADDER}),
    "support vector machine": ("hinge", "none", {}, {"LIBLINEAR (scikit-learn)": [1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8]}),
}
SPARSE = ("lasso", "elastic net", "logistic, lasso", "logistic, ridge", "support vector machine")


def gaussian(rng, n, d):
    """Neighbours correlated to ρ."""
    X, rho = rng.standard_normal((n, d)), rng.choice([0, 0.5, 0.9, 0.99, 0.999])
    for j in range(1, d):
        X[:, j] = rho * X[:, j - 1] + math.sqrt(1 - rho * rho) * X[:, j]
    return X


def factors(rng, n, d):
    """A few factors, and noise."""
    k = rng.integers(2, 30)
    return rng.standard_normal((n, k)) @ rng.standard_normal((k, d)) + rng.choice([0.1, 1, 3]) * rng.standard_normal((n, d))


def spectra(rng, n, d):
    """Smooth curves: sums of bells."""
    t, X = np.linspace(0, 1, d), 1e-3 * rng.standard_normal((n, d))
    for middle, width in zip(rng.random(6), rng.uniform(0.05, 0.4, 6)):
        X += np.outer(rng.uniform(0.5, 1.5, n), np.exp(-((t - middle) / width) ** 2))
    return X


def hilbert(rng, n, d):
    """Columns that depend on one another as those of Hilbert's matrix."""
    return 1 / (np.arange(n)[:, None] + np.arange(d) + 1.0) * math.sqrt(n * d) + 1e-3 * rng.standard_normal((n, d))


def duplicates(rng, n, d):
    """A third of the columns stand twice, some but for rounding."""
    X = rng.standard_normal((n, d))
    k = d // 3
    X[:, d - k:] = X[:, :k] * (1 + 1e-9 * (rng.random(k) < 0.5) * rng.standard_normal(k))
    return X


def text(rng, n, d):
    """Words by Zipf's law, rows of length 1."""
    count = np.maximum(1, rng.poisson(rng.uniform(5, 60), n))
    words = np.minimum((d ** rng.random(count.sum())).astype(int) - 1, d - 1)
    X = sp.csr_matrix((np.ones(len(words)), (np.repeat(np.arange(n), count), words)), shape=(n, d))
    X.data = np.log1p(X.data)
    return sp.csr_matrix(sp.diags(1 / np.sqrt(X.multiply(X).sum(axis=1).A1)) @ X)


def one_hot(rng, n, d):
    """Levels of a few columns of names."""
    parts, left = [], d
    while left > 0:
        k = min(left, int(rng.integers(2, max(3, d // 2))))
        parts.append(sp.csr_matrix((np.ones(n), (np.arange(n), rng.integers(0, k, n))), shape=(n, k)))
        left -= k
    return sp.csr_matrix(sp.hstack(parts))


def sized(rng):
    """n and d: tall, wide or square, of so many entries."""
    entries, shape = 10 ** rng.uniform(math.log10(LEAST), math.log10(MOST)), 10 ** rng.uniform(-2.5, 2.5)
    n = int(np.clip(math.sqrt(entries * shape), 30, 1e6))
    return n, max(5, int(entries / n))


def targets(rng, loss, X, k):
    """What a few of the features say, with noise."""
    n, d = X.shape
    relevant = rng.choice(d, max(1, min(d, int(10 ** rng.uniform(0, 2)))), replace=False)
    W = np.zeros((d, k))
    W[relevant] = rng.standard_normal((len(relevant), k))
    F = X @ W
    F = F / np.maximum(F.std(axis=0), 1e-300) * 10 ** rng.uniform(-0.5, 0.7)
    noise = rng.standard_normal((n, k))
    if loss == "poisson":
        return rng.poisson(np.exp(np.clip(F[:, 0] * 0.3, -5, 3))).astype(float)
    if loss == "multinomial":
        y = (F + noise).argmax(axis=1)
        return np.unique(y, return_inverse=True)[1].astype(float)
    if loss in ("logistic", "hinge"):
        f = F[:, 0] + noise[:, 0]
        return np.where(f > np.quantile(f, rng.uniform(0.1, 0.9)), 1.0, -1.0)
    return F + noise if loss == "outputs" else F[:, 0] + noise[:, 0] + rng.standard_normal()


def draw(seed, only=None):
    """The row of a seed, of one of the families."""
    rng = np.random.default_rng([43, seed])
    family = str(rng.choice(only or list(FAMILIES)))
    loss, penalty, settings, peers = FAMILIES[family]
    n, d = sized(rng)
    if family == "lasso path":
        n, d = min(n, 20000), min(d, 20000)
    d += -d % settings.get("size", 1)
    k = {"outputs": int(rng.integers(2, 60)), "multinomial": int(rng.integers(3, 15))}.get(loss, 1)
    kinds = [gaussian, gaussian, factors, spectra, hilbert, duplicates] + [text, one_hot] * (family in SPARSE)
    kind = kinds[rng.integers(len(kinds))]
    scaled = rng.random() < 0.25 and kind not in (text, one_hot)
    share = 10 ** rng.uniform(-4, math.log10(0.5))
    ridge, seeds = 10 ** rng.uniform(-5, -0.5), rng.integers(1 << 60, size=2)
    title = f"{family}, {kind.__name__} {n:,} × {d:,}" + f" × {k}" * (k > 1) + ", units" * scaled
    title += f", {share:.1g} λ_max" if penalty != "none" else f", μ = {ridge:.1g}"
    row = Row(f"drawn-{seed}", title, None, loss, penalty, limit=LIMIT, peers=peers, **settings)
    row.share = share if penalty != "none" else 0.0
    row.mu = float(ridge) if family == "elastic net" or penalty == "none" else 0.0

    def data():
        at = np.random.default_rng(seeds[0])
        X = kind(at, n, d)
        y = targets(np.random.default_rng(seeds[1]), loss, X, k)
        if scaled:
            X *= 10 ** at.uniform(-4, 4, d)
        return X, y

    row.data, row.family = data, family
    return row


def named(name):
    """A row of the comparison, or a drawn one."""
    if name.startswith("drawn-"):
        return draw(int(name.removeprefix("drawn-")))
    from behind import BEHIND
    return next(row for row in ROWS + BEHIND if row.name == name)


def seconds(line):
    return statistics.median(r["Fit"] for r in line["runs"]) if line and line["runs"] else None


def within(line, best):
    return line["objective"] is not None and line["objective"] <= best + 1e-6 * abs(best)


def judged(results, name):
    """(ratio to the fastest peer or None, our seconds, who was fastest, what was not solved)."""
    lines = {who: on[1] for (of, who), on in results.lines.items() if of == name}
    reached = [v["objective"] for v in lines.values() if v["objective"] is not None]
    if not reached:
        return None, None, "", "by anybody"
    best = min(reached)
    mine, peers = lines.pop(None, None), {w: v for w, v in lines.items() if v["runs"] and within(v, best)}
    ours = seconds(mine)
    if not peers:
        return None, ours, "", "" if mine and within(mine, best) else "by anybody"
    fastest = min(peers, key=lambda w: seconds(peers[w]))
    if not (mine and mine["runs"] and within(mine, best)):
        return None, ours, fastest, "by us"
    return ours / seconds(peers[fastest]), ours, fastest, ""


def told(results, rows):
    """The table of the distribution, and every contest above 1 or not solved, as text."""
    table, remarks, apart = {}, [], 0
    for row in rows:
        ratio, ours, fastest, unsolved = judged(results, row.name)
        if unsolved or ratio and ratio > 1:
            remarks.append(f"| {row.name} | {row.title} | {f'{ratio:.2f}' if ratio else '–'} | "
                           f"{f'{ours:.3g}' if ours else '–'} | {fastest} | {f'not solved {unsolved}' if unsolved else ''} |")
        of = table.setdefault(row.family, [[], 0, 0])
        if unsolved == "by us":
            of[1] += 1
        elif ratio is None:
            of[2] += 1
        elif ours < SHORT:
            apart += 1
        else:
            of[0].append(ratio)
    ratios = [r for of in table.values() for r in of[0]]
    out = ["| family | contests | median | nine tenths | most | not solved by us | without a peer |", "| --- " * 7 + "|"]
    for name, (own, unsolved, alone) in [*sorted(table.items()), ("**all**", (ratios, *(sum(of[k] for of in table.values())
                                                                                    for k in (1, 2))))]:
        numbers = [f"{np.quantile(own, q):.2f}" if own else "–" for q in (0.5, 0.9, 1)]
        out.append(f"| {name} | {len(own)} | {' | '.join(numbers)} | {unsolved} | {alone} |")
    out += ["", f"{apart} more took less than {SHORT:g} s."]
    if remarks:
        out += ["", "| seed | problem | ours ÷ fastest | ours, s | fastest | |", "| --- " * 6 + "|", *remarks]
    return "\n".join(out)


def measured(results, rows, limit, turns, kept=False):
    """Runs the rows that are not done yet, on one core; their files go afterwards, where they are not kept."""
    import compare, contests
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "measure")
        subprocess.run(["go", "build", "-o", binary, "./bench/measure"], check=True, cwd=ROOT)
        r = compare.Run(results, binary, folder, 1, turns, limit)
        for k, row in enumerate(rows):
            if (row.name, 1) in results.done:
                continue
            begun = time.time()
            c = contests.fit(row, folder)
            if not row.path:
                c.ours += ["-limit", f"{LIMIT}s"]
            results.add({"name": row.name, "contest": {"title": row.title}})
            r.contest(c)
            for path in () if kept else (*row.files, at(row, ".json")):
                os.remove(path)
            results.add({"done": row.name, "threads": 1})
            ratio, ours, fastest, unsolved = judged(results, row.name)
            print(f"{k + 1} of {len(rows)}: {row.title}: {f'{ratio:.2f} of {fastest}' if ratio else unsolved or 'no peer'}, "
                  f"{time.time() - begun:.0f} s", file=sys.stderr, flush=True)
        r.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--family", nargs="+", choices=list(FAMILIES), help="drawn seeds of these families alone")
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    parser.add_argument("--write", action="store_true", help="into docs/speed.md, between its marks of the first seed")
    a = parser.parse_args()
    import compare, tables
    from results import Results
    results = Results(os.path.join(ROOT, "out", "bench", "drawn.jsonl"), a.fresh)
    rows = [draw(seed) for seed in range(a.seed, a.seed + a.count)]
    rows = [row for row in rows if not a.family or row.family in a.family]
    measured(results, rows, LIMIT, 3)
    text = told(results, rows)
    print(text)
    if a.write:
        when = time.strftime("%d %B %Y").lstrip("0")
        tables.write(compare.DOCUMENT, {f"drawn-{a.seed}": f"Seeds {a.seed} to {a.seed + a.count - 1}, {when}.\n\n{text}"})


if __name__ == "__main__":
    main()
