"""Judges proxlab fit by another solver of convex problems, cvxpy with Clarabel, over all pairs of loss and penalty: see bench/README.md."""

import argparse, collections, concurrent.futures, json, os, shutil, signal, subprocess, sys, tempfile, time

import environments

LIMIT = 120  # seconds for a fit


def fit(p, folder, binary):
    """What the command says of a problem: the model or None, its code, its words."""
    command = [binary, "fit", "--data", "data.npz", "--model", "model.json", "--json", *p.args]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        words = process.communicate(timeout=LIMIT)[1]
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        try:
            words = process.communicate(timeout=10)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            words = "does not obey an interrupt\n" + process.communicate()[1]
    words = [line.split(": ", 1)[-1] if line.startswith("note") else line for line in words.splitlines()]
    path = os.path.join(folder, "model.json")
    return json.load(open(path)) if os.path.exists(path) else None, process.returncode, words, command


def judged(p, m, code, words):
    """The verdict on an answer, and what speaks for it."""
    import numpy as np, reference
    if any("goroutine" in line or line.startswith("panic") for line in words):
        return "wrong", "panic", {}
    if m is None:
        if "λ_max is 0" in " ".join(words):  # true where no penalty, however strong, keeps the loss from its minimum
            free, held = (reference.minimum(p, lam) for lam in (0, 10 * np.abs(p.x).max() * max(1, np.abs(p.y).max())))
            if held[0] <= free[0] + 1e-6 * np.abs(free[0]) + 1e-9:
                return "ok", "λ_max is 0", {}
        return "unsolved", "refused: " + " | ".join(words[-2:]), {}
    number = lambda x: float("nan") if x is None else float(x)
    w = np.array(m["weights"], float).reshape(m["d"], m["k"])
    b = np.zeros(m["k"]) if m["intercept"] is None else np.atleast_1d(np.array(m["intercept"], float))
    printed, gap, lam = number(m["objective"]), number(m["gap"]), number(m["lambda"])
    value, size = reference.objective(p, w, b, lam)
    exact = 1e-7 if p.penalty == "latent-group" else 1e-9  # of recomputing P
    facts = {"P": value, "printed": printed, "gap": gap, "kind": m["gap_kind"], "status": m["status"], "solver": m["solver"]}
    if not np.isfinite(value) or abs(value - printed) > exact * size:
        return "wrong", f"P is {value:.12g}, printed is {printed:.12g}", facts
    if (w < p.lower).any() or (w > p.upper).any():
        return "wrong", "a weight is outside of its bounds", facts
    best = reference.minimum(p, lam)
    if best is None:
        local = m["gap_kind"] == "local"  # not convex: there is nothing to compare with
        return "ok" if local and m["status"] == "converged" else "unsolved" if local else "no reference", "local", facts
    facts["P*"], facts["reference"] = best[0], best[3]
    facts["below"] = above = value - best[0]
    if m["gap_kind"] == "duality" and above > gap + exact * size:
        return "false", f"P − P* is at least {above:.3e}, the gap says {gap:.3e}", facts
    if m["status"] != "converged":
        return "unsolved", " | ".join(words[-1:]), facts
    if m["gap_kind"] == "duality" and not gap <= p.tol * abs(printed) * (1 + 1e-9):
        return "wrong", f"converged at a gap of {gap:.3e}", facts
    if above > (2e-6 if m["gap_kind"] == "duality" else 1e-4) * size:
        return "wrong", f"converged {above:.3e} above {best[0]:.9g}", facts
    return "ok", "weak reference" if above < -1e-6 * size else "", facts


def work(number, binary, keep=None):
    import problems
    p = problems.draw(number)
    folder = keep or tempfile.mkdtemp(prefix="judge-")
    try:
        problems.write(p, folder)
        began = time.time()
        m, code, words, command = fit(p, folder, binary)
        took = time.time() - began
        try:
            verdict, why, facts = judged(p, m, code, words)
        except Exception as e:  # of the reference
            verdict, why, facts = "no reference", f"{type(e).__name__}: {str(e)[:200]}", {}
    finally:
        if not keep:
            shutil.rmtree(folder)
    return {"number": number, "loss": p.loss, "penalty": p.penalty, "tasks": p.task is not None, "n": p.n, "d": p.x.shape[1],
            "verdict": verdict, "why": why, "seconds": round(took, 3), "flags": " ".join(command[7:]), **facts,
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
    print("\n| | problems | wrong | false | unsolved | no reference | P* met to 1e-6 |\n|" + " --- |" * 7)
    for name, apart in (("all but the next", False), ("kinked losses with structured penalties", True)):
        part = [row for row in rows if row["apart"] == apart]
        count = collections.Counter(row["verdict"] for row in part)
        met = sum("P*" in row and row["below"] > -1e-6 * abs(row["P"]) for row in part)
        print(f"| {name} | {len(part)} | " + " | ".join(str(count[v]) for v in letters) + f" | {met} |")


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
    binary = os.path.abspath(options.binary or os.path.join(environments.ROOT, "out", "judge", "proxlab"))
    out = os.path.join(environments.ROOT, "out", "judge")
    os.makedirs(out, exist_ok=True)
    if not options.binary:
        subprocess.run(["go", "build", "-o", binary, "./cmd/proxlab"], cwd=environments.ROOT, check=True)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
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
