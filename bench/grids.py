"""Decoders of graphs beside others, on drawn grids: python3 bench/grids.py [--first SEED] [--count N] [--side N] [--limit SECONDS]

Small grids (8 x 8): the linear program of AD3 against scipy's HiGHS, and branch and bound against its integer program.
Mixed binary grids (30 x 30, scores and pairs normal): branch and bound against toulbar2 with VAC, each with the same time by the clock.
It needs numpy, scipy and pytoulbar2==1.4.0.1; numbers of a busy machine are no measurements.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import coo_array


def grid(side, states, seed):
    """nodes: scores; edges; pairs: scores of states that are equal, of both signs, or any."""
    random = np.random.default_rng(seed)
    nodes = random.normal(size=(side * side, states))
    edges = [(r * side + c, r * side + c + step) for r in range(side) for c in range(side) for step, ok in ((1, c + 1 < side), (side, r + 1 < side)) if ok]
    pairs = np.einsum("e,ab->eab", random.normal(size=len(edges)), np.eye(states)) if states == 2 else random.normal(size=(len(edges), states, states))
    return nodes, edges, pairs


def ours(binary, g, by="BranchAndBound", limit=0):
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as f:
        json.dump({"Nodes": g[0].tolist(), "Edges": g[1], "Pairs": [w.ravel().tolist() for w in g[2]], "By": by, "Limit": limit}, f)
    out = json.loads(subprocess.run([binary, "-graph", f.name], capture_output=True, text=True, check=True).stdout)
    os.unlink(f.name)
    return out


def program(g):
    """The local polytope: costs and equations of the states of nodes and of pairs."""
    nodes, edges, pairs = g
    n, k = nodes.shape
    cost = -np.concatenate([nodes.ravel(), pairs.ravel()])
    rows, cols, values, right = [], [], [], []

    def equation(of, b):
        for j, v in of:
            rows.append(len(right)), cols.append(j), values.append(v)
        right.append(b)

    for s in range(n):
        equation([(s * k + x, 1) for x in range(k)], 1)
    for e, ends in enumerate(edges):
        at = n * k + e * k * k
        for x in range(k):
            equation([(at + x * k + y, 1) for y in range(k)] + [(ends[0] * k + x, -1)], 0)
            equation([(at + y * k + x, 1) for y in range(k)] + [(ends[1] * k + x, -1)], 0)
    return cost, coo_array((values, (rows, cols)), shape=(len(right), len(cost))).tocsr(), np.array(right)


def toulbar2(g, limit):
    import pytoulbar2

    nodes, edges, pairs = g
    top = 1e9
    problem = pytoulbar2.CFN(top, resolution=6, vac=1000)
    names = [problem.AddVariable(f"x{s}", range(nodes.shape[1])) for s in range(len(nodes))]
    for s, w in enumerate(nodes):
        problem.AddFunction([names[s]], (w.max() - w).tolist())
    for ends, w in zip(edges, pairs):
        problem.AddFunction([names[ends[0]], names[ends[1]]], (w.max() - w).ravel().tolist())
    begun = time.process_time()
    found = problem.Solve(timeLimit=max(1, round(limit)))
    offset = nodes.max(axis=1).sum() + pairs.max(axis=(1, 2)).sum()
    return (None if found is None else offset - found[1]), time.process_time() - begun


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--first", type=int, default=1)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--side", type=int, default=30)
    p.add_argument("--limit", type=float, default=5)
    p.add_argument("--binary", default="")
    a = p.parse_args()
    if not a.binary:
        a.binary = os.path.join(tempfile.mkdtemp(), "measure")
        subprocess.run(["go", "build", "-o", a.binary, "./bench/measure"], check=True)
    worst_lp = worst_ip = 0.0
    for seed in range(a.first, a.first + a.count):
        g = grid(8, 2 + seed % 2, seed)
        cost, equations, right = program(g)
        lp = -linprog(cost, A_eq=equations, b_eq=right, bounds=(0, 1), method="highs").fun
        ip = -milp(cost, constraints=LinearConstraint(equations, right, right), integrality=np.ones(len(cost)), bounds=Bounds(0, 1)).fun
        worst_lp = max(worst_lp, abs(ours(a.binary, g, "AD3")["Objective"] - lp) / lp)
        worst_ip = max(worst_ip, abs(ours(a.binary, g)["Objective"] - ip) / ip)
    print(f"{a.count} grids of 8 x 8: AD3 is the linear program but for {worst_lp:.1e}, branch and bound the integer program but for {worst_ip:.1e}", flush=True)
    worse = better = 0
    gaps = []
    for seed in range(a.first, a.first + a.count):
        g = grid(a.side, 2, 1000 + seed)
        mine = ours(a.binary, g, limit=a.limit)
        theirs, seconds = toulbar2(g, a.limit)
        gaps.append(mine["Gap"] / mine["Objective"])
        if theirs is not None:
            worse += mine["Objective"] < theirs - 1e-3
            better += mine["Objective"] > theirs + 1e-3
        print(f"grid {seed}: {mine['Objective']:.4f}, gap {100 * gaps[-1]:.2f} %, {mine['Wall']:.1f} s; toulbar2 {theirs if theirs is None else round(theirs, 4)}, {seconds:.1f} s", flush=True)
    print(f"of {a.count} grids of {a.side} x {a.side} worse than toulbar2 on {worse}, better on {better}; median gap {100 * np.median(gaps):.2f} %, largest {100 * max(gaps):.2f} %")


if __name__ == "__main__":
    sys.exit(main())
