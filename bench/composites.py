"""Judges package solver/composite on hostile problems by another solver, cvxpy with Clarabel: see bench/README.md."""

import argparse, collections, concurrent.futures, json, os, subprocess, sys, tempfile

import environments

TEST = ["go", "test", "-count=1", "-timeout=0", "./toolkit/solver/composite", "-run", "^TestHostileComposites$"]


def ours(first, last):
    """Problems of these numbers, and what was said of them; what our own test found wrong."""
    with tempfile.TemporaryDirectory(prefix="composites-") as folder:
        path = os.path.join(folder, "lines")
        of = os.environ | {"PROXLAB_COMPOSITES": f"{first}:{last}:{path}"}
        said = subprocess.run(TEST, cwd=environments.ROOT, env=of, capture_output=True, text=True).stdout
        lines = [json.loads(line) for line in open(path)] if os.path.exists(path) else []
        if len(lines) != last - first:
            raise SystemExit(said)
        return lines


def theirs(p):
    """Clarabel's status, value and point, in units in which columns are of one size."""
    import cvxpy as cp, numpy as np, reference
    units = np.array(p["Units"])
    v = cp.Variable(len(units))
    cost, constraints = 0, []
    for t in p["Terms"]:
        z, n, kind = (np.array(t["Rows"]) * units) @ v, np.array(t["Numbers"] or []), t["Kind"]
        size = np.linalg.norm(np.array(t["Rows"]) * units, axis=1)
        size[size == 0] = 1
        if kind == "quantile":
            r = n[1:] - z
            cost += cp.sum(cp.maximum(n[0] * r, (n[0] - 1) * r)) / len(n[1:])
        elif kind == "squared":
            cost += cp.sum_squares(z - n) / (2 * len(n))
        elif kind == "hinge":
            cost += cp.sum(cp.pos(1 - cp.multiply(n, z))) / len(n)
        elif kind == "logistic":
            cost += cp.sum(cp.logistic(-cp.multiply(n, z))) / len(n)
        elif kind == "l1":
            cost += cp.norm1(z)
        elif kind in ("groups", "maxima"):
            cost += sum(cp.norm(z[g], 2 if kind == "groups" else "inf") for g in t["Groups"])
        elif kind in ("point", "below", "above"):
            z, n = cp.multiply(1 / size, z), n / size
            constraints.append(z == n if kind == "point" else z <= n if kind == "below" else z >= n)
        elif kind == "simplex":
            constraints += [z >= 0, cp.sum(z) == n[0]]
        elif kind == "monotone" and len(units) > 1:
            constraints.append(cp.diff(z) >= 0)
        elif kind == "l1-ball":
            constraints.append(cp.norm1(z) <= n[0])
        elif kind == "l2-ball":
            constraints.append(cp.norm(z, 2) <= n[0])
        elif kind == "cone":
            constraints.append(cp.norm(z[1:], 2) <= z[0] if len(units) > 1 else z >= 0)
    if p["Linear"]:
        cost += (np.array(p["Linear"]) * units) @ v
    if p["Ridge"]:
        cost += cp.sum(cp.multiply(np.array(p["Ridge"]) * units ** 2 / 2, cp.square(v)))
    problem = cp.Problem(cp.Minimize(cost), constraints)
    reference.solved(problem)
    known = problem.value is not None and np.isfinite(problem.value)
    return problem.status or "none", *((float(problem.value), (units * v.value).tolist()) if known else (None, None))


def judged(p):
    try:
        status, value, x = theirs(p)
    except Exception as e:  # of the reference
        status, value, x = f"{type(e).__name__}: {e}"[:100], None, None
    ended, verdict = p["Ended"], "ok"
    solved = status in ("optimal", "optimal_inaccurate") and value is not None
    slack = 1e-6 * abs(value) + 1e-9 * p["Scale"] if solved else 0
    if p["Wrong"]:
        verdict = "wrong"
    elif ended in ("infeasible", "unbounded", "infeasible or unbounded"):
        agree = any(said in status for said in ended.split(" or "))
        proved = ended == "infeasible"  # in 384 bits, by Farkas
        verdict = "ok" if agree else "theirs" if proved and solved else "apart" if solved else "no reference"
    elif solved and p["Bound"] > value + slack:
        proved = p["Dual"] + sum(q * v for q, v in zip(p["Left"], x))  # for their point, if constraints hold there
        verdict = "theirs" if proved > value + slack else "beyond" if p["Assumed"] > 0 else "false"
    elif ended == "open":
        verdict = "unsolved" if solved else "not told" if "infeasible" in status or "unbounded" in status else "no reference"
    elif solved and p["Objective"] > value + slack:
        verdict = "wrong"
    elif not solved:
        verdict = "theirs" if status == "unbounded" and p["Bounded"] else "no reference"
        verdict = "apart" if status in ("infeasible", "unbounded") and verdict != "theirs" else verdict
    return {"number": p["Seed"], "made": p["Made"], "ended": ended, "clarabel": status, "verdict": verdict, "P": p["Objective"],
            "gap": p["Gap"], "P*": value, "violation": p["Violation"], "why": p["Wrong"], "kinds": [t["Kind"] for t in p["Terms"]]}


def judge(first, last, jobs):
    count = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for row in pool.map(judged, ours(first, last), chunksize=8):
            count[row["ended"], row["verdict"]] += 1
            if row["verdict"] != "ok":
                print(json.dumps(row, ensure_ascii=False), flush=True)
    print("\n| said | verdict | problems |\n| --- | --- | --- |")
    for (ended, verdict), n in sorted(count.items()):
        print(f"| {ended} | {verdict} | {n} |")
    solved, left = (sum(n for key, n in count.items() if key in which) for which in (
        [("converged", "ok"), ("converged", "no reference"), ("converged", "theirs")], [("open", "unsolved"), ("open", "false"), ("converged", "wrong")]))
    print(f"\n{solved} of {solved + left} feasible and bounded problems ({100 * solved / max(1, solved + left):.2f} %) at 1e-9.")
    return any(verdict in ("wrong", "false") for _, verdict in count)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=5000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    environments.ours()
    sys.exit(judge(options.first, options.first + options.problems, options.jobs))


if __name__ == "__main__":
    main()
