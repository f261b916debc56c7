"""Judges proxlab fit over all pairs of loss and penalty by another solver, cvxpy with Clarabel: see CONTRIBUTING.md."""

import argparse, collections, concurrent.futures, json, os, subprocess, sys, tempfile, types

import environments

LIMIT = 60  # seconds for a fit


def fit(p, folder, binary):
    """What the command says of a problem: the model or None, its words, itself."""
    command = [binary, "fit", "--data", "data.npz", "--model", "model.json", "--json", "--time-limit", f"{LIMIT}s", *p.args]
    try:
        said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=2 * LIMIT).stderr.splitlines()
    except subprocess.TimeoutExpired:
        said = [f"does not obey --time-limit {LIMIT}s"]
    path = os.path.join(folder, "model.json")
    return json.load(open(path)) if os.path.exists(path) else None, said, command


def judged(p, m, words):
    """The verdict on an answer, and what speaks for it."""
    import numpy as np, problems, reference
    if any("goroutine" in line or line.startswith("panic") for line in words):
        return "wrong", "panic", {}
    if m is None:
        if "λ_max is 0" in " ".join(words):  # true where no penalty, however strong, keeps the loss from its minimum
            like = types.SimpleNamespace(**vars(p) | {"penalty": "l1"} if p.penalty in problems.CONCAVE else vars(p))
            without = types.SimpleNamespace(**vars(like) | {"x": 0 * p.x})
            most = 10 * np.abs(p.x).max() * max(1, np.abs(p.y).max())
            free, *held = (reference.minimum(of, lam) for of, lam in ((like, 0), (like, 1e3), (like, most), (without, 0)))
            if free and any(at and at[0] <= free[0] + 1e-6 * np.abs(free[0]) + 1e-9 for at in held):
                return "ok", "λ_max is 0", {}
        return "unsolved", "refused: " + " | ".join(words[-2:]), {}
    number = lambda x: float("nan") if x is None else float(x)
    w = np.array(m["weights"], float).reshape(m["d"], m["k"])
    b = np.zeros(m["k"]) if m["intercept"] is None else np.atleast_1d(np.array(m["intercept"], float))
    printed, gap, lam = number(m["objective"]), number(m["gap"]), number(m["lambda"])
    (value, slack), (zero, _) = (reference.objective(p, v, u, lam) for v, u in ((w, b), (0 * w, 0 * b)))
    facts = {"P": value, "printed": printed, "gap": gap, "kind": m["gap_kind"], "status": m["status"], "solver": m["solver"]}
    if not np.isfinite(value) or abs(value - printed) > slack:
        return "wrong", f"P is {value:.12g}, printed is {printed:.12g}", facts
    if (w < p.lower).any() or (w > p.upper).any():
        return "wrong", "a weight is outside of its bounds", facts
    p.near = w * reference.scales(p)[:, None]  # where a penalty that is not convex has a convex bound
    best = reference.minimum(p, lam)
    if best is None:
        return "no reference", m["status"], facts
    above = value - best[0]
    facts |= {"P*": best[0], "above": above}
    if m["gap_kind"] == "duality" and above > gap + slack:
        return "false", f"P − P* is at least {above:.3e}, the gap says {gap:.3e}", facts
    if m["status"] != "converged":
        return "unsolved", " | ".join(words[-1:]), facts
    if m["gap_kind"] == "duality" and abs(printed) > 1e-14 * zero and not gap <= p.tol * abs(printed) * (1 + 1e-9):
        return "wrong", f"converged at a gap of {gap:.3e}", facts
    near = 2e-6 * abs(value) if m["gap_kind"] == "duality" else 1e-4 * abs(value) + 1e-6 * zero  # of a gradient
    if above > near + slack + 1e-14 * zero:
        return "wrong", f"converged {above:.3e} above {best[0]:.9g}", facts
    return "ok", "weak reference" if above < -1e-6 * abs(value) - slack else "", facts


def work(number, binary, keep=None):
    import problems
    p = problems.draw(number)
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        problems.write(p, keep or folder)
        m, words, command = fit(p, keep or folder, binary)
        try:
            verdict, why, facts = judged(p, m, words)
        except Exception as e:  # of the reference
            verdict, why, facts = "no reference", f"{type(e).__name__}: {str(e)[:200]}", {}
    return {"number": number, "loss": p.loss, "penalty": p.penalty, "tasks": p.task is not None, "n": p.n, "d": p.x.shape[1],
            "verdict": verdict, "why": why, "flags": " ".join(command[9:]), **facts,
            "apart": p.loss in problems.KINKED and p.penalty in problems.STRUCTURED}


def table(rows):
    """Losses by penalties: problems, and what was found of them."""
    letters = {"wrong": "w", "false": "f", "unsolved": "u", "no reference": "n"}
    cells = collections.defaultdict(collections.Counter)
    for row in rows:
        cells[row["loss"], row["penalty"] + (" ×k" if row["tasks"] else "")][row["verdict"]] += 1
    losses, penalties = (list(dict.fromkeys(key[i] for key in cells)) for i in (0, 1))
    text = lambda c: f"{sum(c.values())}" + "".join(f" {c[v]}{letter}" for v, letter in letters.items() if c[v]) if c else "–"
    print("| | " + " | ".join(losses) + " |\n|" + " --- |" * (len(losses) + 1))
    for p in penalties:
        print(f"| {p} | " + " | ".join(text(cells.get((loss, p))) for loss in losses) + " |")
    print("\n| | problems | wrong | false | unsolved | no reference | compared | reference ≤ P + 1e-6 |\n|" + " --- |" * 8)
    for name, apart in (("all but the next", False), ("kinked losses with structured penalties", True)):
        part = [row for row in rows if row["apart"] == apart]
        count = collections.Counter(row["verdict"] for row in part)
        compared = [row for row in part if "P*" in row]
        near = sum(row["above"] >= -1e-6 * abs(row["P"]) for row in compared)
        print(f"| {name} | {len(part)} | " + " | ".join(str(count[v]) for v in letters) + f" | {len(compared)} | {near} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=1000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--problem", type=int, nargs="+", help="these alone, told in full")
    parser.add_argument("--keep", help="with one problem, a folder for its files and its model")
    parser.add_argument("--binary", help="proxlab, if not built from here")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    environments.ours()
    out = os.path.join(environments.ROOT, "out", "judge")
    for folder in filter(None, (out, options.keep)):
        os.makedirs(folder, exist_ok=True)
    binary = os.path.abspath(options.binary or os.path.join(out, "proxlab"))
    if not options.binary:
        subprocess.run(["go", "build", "-o", binary, "./cmd/proxlab"], cwd=environments.ROOT, check=True)
    numbers = options.problem or range(options.first, options.first + options.problems)
    rows = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(work, numbers, [binary] * len(numbers), [options.keep] * len(numbers)):
            rows.append(row)
            if options.problem or row["verdict"] != "ok":
                print(json.dumps(row, ensure_ascii=False), flush=True)
    if options.problem:
        return
    with open(os.path.join(out, "judged.jsonl"), "w") as f:
        f.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    table(rows)
    sys.exit(any(row["verdict"] in ("wrong", "false") for row in rows))


if __name__ == "__main__":
    main()
