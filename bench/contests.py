"""What is compared: a contest is a piece of work with our command for it, and peers that are asked the same."""

import json, os
from dataclasses import dataclass, field, replace

import numpy as np

import sequences
from environments import HERE, library, python, LIBRARIES
from objectives import objective
from behind import BEHIND
from rows import FOLDER, HARD, ROWS, at, load, make
from sums import SUMS, data, make as make_sum, value as value_of_sum
from works import WORKS


@dataclass
class Contest:
    name: str
    title: str
    table: str
    ours: list  # arguments of our command
    peers: dict  # the tolerances of each, from loose to tight
    question: object  # of a peer and a tolerance: what its process is asked
    value: object  # of an answer, None for our own peer's name: the objective, NaN where there is none
    close: float = 0.0  # share above the best value that a peer must come to
    same: bool = False  # values must agree, on both sides
    limit: float = 60
    tol: float = 1e-6  # of our certificate
    files: tuple = ()  # of a peer in R
    slow: bool = False
    bytes: float = 0.0  # that must be read once
    flops: float = 0.0  # that must be computed
    row: object = None  # of a fit


def table_of(row):
    """The table of the document that a fit is in."""
    if row.path and row.folds:
        return "folds"
    if row.loss == "hinge":
        return "margins"
    if row.penalty in ("groups", "sparse-groups", "rows", "tree"):
        return "groups"
    if row.penalty == "trace":
        return "low-rank"
    return "lasso" if row.loss == "squared" and row.penalty == "l1" else "smooth"


def fit(row, folder):
    files = make(row)
    X, y = load(row)
    saved = os.path.join(folder, row.name + ".model.json")
    ours = ["-data", files[0], "-loss", row.loss, "-penalty", row.penalty, "-lambda", repr(row.lam), "-mu", repr(row.mu),
            "-delta", repr(row.delta), "-size", str(row.size), "-mix", repr(row.mix), "-model", saved]
    ours += ["-intercept"] * row.intercept
    if len(files) > 1:
        ours += ["-target", files[1]]
    if row.tasks:  # whose loss is the mean over examples and targets
        ours += ["-data", at(row, ".svm"), "-target", "", "-task", "qid", "-loss", "squared", "-lambda", repr(row.lam / y.shape[1])]
    grid = np.geomspace(row.most, row.lam, row.path) if row.path else np.array([row.lam])
    if row.path:
        ours += ["-path", str(row.path), "-cv", str(row.folds), "-most", repr(row.most), "-ratio", repr(row.ratio)]
    out = os.path.join(folder, row.name + ".solution")

    def question(who, tol):
        if who == "glmnet":
            np.save(out + ".lambdas.npy", grid / row.ratio)
            return repr(tol)
        return {"kind": "fit", "name": row.name, "who": who, "tol": tol, "out": out + ".npz"}

    chosen = row.path and row.folds

    def value(who):
        if chosen and "glmnet" not in row.peers:
            return float("nan")  # models of several λ, which differ
        if who in (None, "passes over blocks", "glmnet"):
            with open(saved) as f:
                m = json.load(f)
            there = replace(row, lam=m["lambda"]) if chosen else row
        if who in (None, "passes over blocks"):
            w = np.array(m["weights"]).reshape(m["d"], m["k"])
            return objective(there, X, y, w, 0 if m["intercept"] is None else np.array(m["intercept"]))
        if who == "glmnet":  # at the λ that is chosen here
            w = np.fromfile(out + ".bin").reshape(len(grid), -1, X.shape[1] + 1)[np.abs(grid - there.lam).argmin()]
            return objective(there, X, y, w[:, :-1].T, w[:, -1])
        if chosen:
            return float("nan")
        with np.load(out + ".npz") as z:
            return objective(row, X, y, z["w"], z["b"])

    numbers = X.size * 8 if isinstance(X, np.ndarray) else X.nnz * 12
    table = "behind" if row in BEHIND else table_of(row)
    return Contest(row.name, row.title, table, ours, row.peers, question, value, row.close, limit=row.limit,
                   slow=row.slow, bytes=numbers, row=row)


def work(name, folder):
    title, tables, peers, close, flops = WORKS[name]
    files = []
    for k, table in enumerate(tables()):
        files.append(os.path.join(FOLDER, f"work-{name}-{k}.npy"))
        np.save(files[-1], table)
    return Contest(name, title, "works", ["-work", name, *files], {who: [0.0] for who in peers},
                   lambda who, tol: {"kind": "work", "name": name, "who": who, "files": files}, None, close or np.inf,
                   same=close is not None, flops=flops, bytes=sum(os.path.getsize(f) for f in files))


def chain(name, folder):
    title, peers, close = sequences.CONTESTS[name]
    files = sequences.make(FOLDER)
    out = os.path.join(folder, name + ".crfsuite")
    return Contest(name, title, "sequences", ["-work", name, *files], peers,
                   lambda who, tol: {"kind": "sequence", "name": name, "who": who, "tol": tol, "files": files, "out": out},
                   None, close, bytes=sequences.numbers(files[0]) * 8)


def composite(name, folder):
    s = SUMS[name]
    spec, saved, out = make_sum(s), os.path.join(folder, name + ".model.json"), os.path.join(folder, name + ".solution")
    X, y = data(s)

    def question(who, tol):
        return repr(tol) if who == "quantreg" else {"kind": "sum", "name": name, "who": who, "tol": tol, "out": out + ".npz"}

    def value(who):
        if who is None:
            with open(saved) as f:
                m = json.load(f)
            return value_of_sum(s, X, y, np.array(m["weights"]), m["intercept"] or 0.0)
        if who == "quantreg":
            w = np.fromfile(out + ".bin")
            return value_of_sum(s, X, y, w[:-1], w[-1])
        with np.load(out + ".npz") as z:
            return value_of_sum(s, X, y, z["w"], z["b"])

    files = [spec.replace(".json", ".X.npy"), spec.replace(".json", ".y.npy"), out + ".bin", repr(s.tau),
             repr(s.parts[0][1]) if s.parts else ""]
    return Contest(name, s.title, "composites", ["-sum", spec, "-tol", repr(s.tol), "-model", saved], s.peers, question, value,
                   s.close, limit=s.limit, tol=s.tol, files=files, bytes=X.size * 8 if isinstance(X, np.ndarray) else X.nnz * 12)


def contests(rows=ROWS):
    """Names, and what makes each from a folder for the answers; files are made when it is its turn."""
    out = {row.name: (row.slow, lambda folder, row=row: fit(row, folder)) for row in rows}
    out.update({name: (False, lambda folder, name=name: composite(name, folder)) for name in SUMS})
    out.update({name: (False, lambda folder, name=name: work(name, folder)) for name in WORKS})
    out.update({name: (False, lambda folder, name=name: chain(name, folder)) for name in sequences.CONTESTS})
    return out


def ours_alone():
    """All contests, those without peers too."""
    return contests(ROWS + HARD + BEHIND)


def command(contest, who, folder):
    """The process that answers for a peer."""
    if who == "quantreg":
        return ["Rscript", os.path.join(HERE, "quantreg.R"), *contest.files]
    if who == "glmnet":
        out = os.path.join(folder, contest.name + ".solution")
        row = contest.row
        return ["Rscript", os.path.join(HERE, "glmnet.R"), *row.files, out + ".lambdas.npy", out + ".bin",
                str(row.intercept).upper(), row.loss, repr(row.ratio), str(row.folds if row.path else 0)]
    if who == "passes over blocks":
        return [os.path.join(folder, "measure"), "-serve", *contest.ours, "-data", at(contest.row, ".csv"), "-target", "y",
                "-memory", repr(contest.row.memory)]
    return [python(LIBRARIES[library(who)][0]), os.path.join(HERE, "peers.py")]
