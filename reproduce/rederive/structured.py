"""The criteria of the studies on steps and on trace norms, written from their printed rules."""
from itertools import pairwise
from math import inf, log10

from intervals import Effect, always, every, mean, scaled

# --- sparsity: replications of a seed are paired where both sides have as many.

def sparsity(c, t, curve, record):
    ident, reading = c["id"].removeprefix("D-S"), c.get("reading", "")
    rows = list(t.values())
    if c["table"] == "figure1":
        return gains(ident, rows, reading)
    if c["table"] == "figure3":
        return ratios(ident, rows, {"as printed": "printed", "corrected": "adaptive"}.get(reading, "guarded"))
    if c["table"] == "theory":
        what, key = {"9a": ("contraction", "above"), "9b": ("contraction", "beyond"), "9c": ("contraction", "other"),
                     "10a": ("projection", "risen"), "10b": ("projection", "away")}[ident]
        rows = [r for r in rows if r["what"] == what and r.get("times", 1) == 1]
        if "each_measured" in rows[0] or "each_off" in rows[0]:  # older records have the counts alone
            wrong = {"9a": lambda r: [m > b + 1e-9 for m, b in zip(r["each_measured"], r["each_bound"])],
                     "9b": lambda r: [d > 1 + 1e-9 for d in r["each_distance"]],
                     "9c": lambda r: [abs(b - 1 / (1 + r["alpha"])) > 1e-6 for b in r["each_bound"]],
                     "10a": lambda r: [i > 1e-12 for i in r["each_increase"]],
                     "10b": lambda r: [not d <= 1e-3 for d in r["each_off"]]}[ident]
            found = [x for r in rows for x in wrong(r)]
            return always(len(found), sum(found))
        return always(sum(r["replications"] for r in rows), sum(r[key] for r in rows))
    found = []
    for name in dict.fromkeys(r["instance"] for r in rows):
        if ident.startswith("8") or name == "multi-task":
            found += steps({"8a": "3-small", "8b": "4-nb", "8c": "5"}.get(ident, ident),
                           {(r["d"], r["n"], r["alpha"]): r for r in rows if r["instance"] == name})
    return every(found, 20)


def steps(ident, at):
    """The effects of claims on figure 2, where at has the rows by d, n and α."""
    ds, ns, alphas = (sorted({k[i] for k in at}) for i in range(3))
    least = 0.001

    def times(key, most, a, b):  # a at most so many times b
        return Effect(scaled(most, at[b][key]), at[a][key])

    def near(key, at_most):
        out = []
        for (d, n, alpha), r in at.items():
            if 0 < alpha <= at_most:
                base = at[d, n, 0][key]
                m = min(len(base), len(r[key]))
                out += [Effect(scaled(1.1, base[:m]), r[key][:m]), Effect(r[key][:m], scaled(0.9, base[:m]))]
        return out

    def steady(courses):
        return [times("counts", 1.05, b, a) for course in courses for a, b in pairwise(course)]

    def ends(key, courses):  # fewer at the end
        return [Effect(at[course[0]][key], at[course[-1]][key]) for course in courses]

    def added(d, n):
        a, b = at[d, n, alphas[-1]]["selections"], at[d, n, 0]["selections"]
        return [x - y for x, y in zip(a, b)]
    along = [[(d, n, a) for a in alphas] for d in ds for n in ns]
    small = [(ds[-1], n) for n in ns if n <= ds[-1] / 8]
    halves = lambda: [times("counts", 0.5, (d, n, least), (d, n, 0)) for d, n in small]
    return {
        "3": lambda: near("errors", inf), "3-small": lambda: near("errors", least),
        "3-plain": lambda: near("plain_errors", inf),
        "4": lambda: [Effect(at[d, ns[0], alphas[-1]]["selections"], at[d, ns[0], 0]["selections"]) for d in ds],
        "4-na": lambda: [Effect(added(d, ns[0]), added(d, ns[-1])) for d in ds],
        "4-nb": lambda: [Effect(at[d, n, 0]["selections"], at[d, n, least]["selections"], -1) for d in ds for n in ns
                         if n <= d / 4],
        "5": lambda: steady(along) + ends("counts", along), "5-ends": lambda: ends("counts", along),
        "5-n": lambda: steady([(d, n, a) for n in ns] for d in ds for a in alphas) + [
            times("counts", 0.5, (d, ns[-1], 0), (d, ns[0], 0)) for d in ds],
        "5-d": halves,
        "11": lambda: halves() + [e for d, n in small for e in (
            Effect(at[d, n, 0]["selections"], at[d, n, least]["selections"], -1),
            times("errors", 1.1, (d, n, least), (d, n, 0)))],
    }[ident]()


def gains(ident, rows, reading):
    """Claims on γ, which of the mean errors has the standard error of a ratio of means (the delta method)."""
    gamma = {}
    for r in rows:
        s, m = r["singles"], r["multis"]
        if reading == "mean of ratios":
            gamma[r["tasks"], r["n"]] = [(x - y) / x for x, y in zip(s, m)]
        else:
            q = mean(m) / mean(s)
            gamma[r["tasks"], r["n"]] = [1 - q - (y - q * x) / mean(s) for x, y in zip(s, m)]
    tasks, ns = (sorted({k[i] for k in gamma}) for i in range(2))
    ends = [Effect(gamma[tasks[-1], n], gamma[tasks[0], n]) for n in ns]
    return every({
        "1a": lambda: [Effect(g) for g in gamma.values()], "1-ends": lambda: ends,
        "1b": lambda: ends + [Effect(gamma[b, n], gamma[a, n], -0.02) for n in ns for a, b in pairwise(tasks)],
        "2": lambda: [Effect(gamma[k, ns[0]], gamma[k, ns[-1]]) for k in tasks],
        "2-many": lambda: [Effect(gamma[k, ns[0]], gamma[k, ns[-1]]) for k in tasks if k >= 4],
    }[ident](), 20)


def ratios(ident, rows, rule):
    """Claims on iterations of fixed steps over those of a rule."""
    of = {(r["d"], r["n"]): r["ratios_" + rule] for r in rows}
    ds, ns = (sorted({k[i] for k in of}) for i in range(2))
    if ident == "6":
        return always(sum(map(len, of.values())), sum(not x > 1 for v in of.values() for x in v))
    if ident == "6-size":
        return every([Effect(v, by=5) for v in of.values()] + [Effect(max(of.values(), key=mean), by=100)], 20)
    if ident == "6-d":
        over = [[mean(x) for x in zip(*(of[d, n] for n in ns))] for d in ds]  # the replications that all have
        return every([Effect(b[:len(a)], a[:len(b)]) for a, b in pairwise(over)], 20)
    return every([e for d in ds for a, b in [(of[d, ns[0]], of[d, ns[-1]])] for e in (
        Effect(scaled(1.25, a), b), Effect(scaled(2, b), a))], 20)


# --- tracenorm: races by decades of work, replication by replication.

LITERAL = "contr1d"


def tracenorm(c, t, curve, record):
    ident, reading = c["id"], c.get("reading", "")
    judged = lambda effects: every(effects, 3 if c["table"] == "figure1" else 10)
    rival = {"step 1/H": "prox-h", "true constant": "prox-true", "backtracking": "prox-thin",
             "step 1/H, Prox++ alone": "prox-h"}.get(reading, "prox-thin")
    others = [rival] + ([] if reading.endswith("alone") else ["ir", "am"])
    first = lambda where, shares, rivals: settle(judged, [
        m for w in where for r in rivals for m in distinct(lead(t, w, LITERAL, r, "cpu", s) for s in shares)])

    def alike(where, ours, share, *rivals):
        return settle(judged, [m for w in where for r in rivals for d, low, high in [lead(t, w, ours, r, "cpu", share)]
                       for m in ((scaled(-1, d), -0.5, high, low), (d, -0.5, low, high))])
    high, low = ["light-0.9", "heavy-0.9"], ["light-0.1", "heavy-0.1"]
    end = lambda where, method: t[f"{where}/{method}"]["each_test_error"]
    three = ["contr1d", "prox-thin", "ir"]
    ours = t.get("conjoint2/contr1d") or {}

    def iterations():
        d, below, above = lead(t, "light-0.9", LITERAL, rival, "iterations", "1e-02")
        return settle(judged, [(scaled(-1, d), 0, above, below)])

    def dip(where):
        r = t[where + "/contr1d"]
        if not any(a <= 1e-2 for a in r["each_accuracy"]):
            return "open", [mean(r["each_error_least"]), mean(r["each_test_error"]), r["accuracy"]]
        return judged([Effect(r["each_test_error"], r["each_error_least"], 0.1),
                      Effect(scaled(-1, r["each_error_least_share"]), by=-0.5)])

    def rescaled(effect):
        found = []
        for where in ("conjoint1", "conjoint2", "pictures"):
            r = t.get(where + "/ir", {"status": "none"})
            if not r.get("status") and mean(r["each_best_rank"]) <= min(r["features"], r["outputs"]) / 2:
                found.append(effect(r))
        return judged(found)
    starts = {"full rank": "starts_", "rank 2": "low_"}.get(reading)
    return {
        "D-R1": lambda: first(high, ["1e-03", "1e-04"], [rival]), "D-R2": iterations,
        "D-R4": lambda: alike(low, LITERAL, "1e-03", rival),
        "D-R5a": lambda: judged([Effect([-log10(a) for a in t["conjoint1/" + m]["each_accuracy"]], by=3)
                                for m in three + ["am"]]) if reading != "time" else alike(
                                    ["conjoint1"], LITERAL, "1e-02", "prox-thin", "ir", "am"),
        "D-R6a": lambda: first(["conjoint2"], ["1e-02", "1e-03"], others),
        "D-R6b": lambda: alike(["conjoint2"], rival, "1e-02", "ir"),
        "D-R7a": lambda: first(["pictures"], ["1e-02"], others), "D-R3": lambda: stairs(judged, t, high, reading),
        "D-R5b": lambda: judged([Effect(t["conjoint1/am"][starts + "means"], end("conjoint1", m), 0.1) for m in three]),
        "D-R5c": lambda: judged([Effect(t["conjoint1/am"][starts + "spreads"], by=0.5)]),
        "D-R5d": lambda: judged([Effect(end("conjoint1", a), end("conjoint1", b), -0.5) for a in three for b in three
                                if a != b]),
        "D-R6c": lambda: judged([Effect(t["conjoint2/" + m]["each_error_least"], ours["each_error_least"], 0.1)
                                for m in (rival, "ir", "am")]),
        "D-R6d": lambda: dip("conjoint2"), "D-R7b": lambda: dip("pictures"),
        "D-R7c": lambda: judged([Effect(end("pictures", m), end("pictures", "am"), 0.1) for m in three]),
        "D-R8": lambda: rescaled({"distance": lambda r: Effect([log10(a) for a in r["each_accuracy"]], by=-3),
                                  "rank": lambda r: Effect(r["each_rank"], r["each_best_rank"], 0.5)}[reading]),
        "D-R9": lambda: judged([Effect(ours["each_rank"], ours[
            "each_rank_first" if reading == "first iterations" else "each_rank_tenth"], 0.5)]),
    }[ident]()


def lead(t, where, ours, theirs, work, share):
    """Decades by which a method is before another, and whether some may be smaller, or larger: one did not arrive."""
    a, b = t[f"{where}/{ours}"], t[f"{where}/{theirs}"]
    key, all_of = f"each_{work}_{share}", "each_" + work
    out, smaller, larger = [], False, False
    for x, y, x_end, y_end in zip(a[key], b[key], a[all_of], b[all_of]):
        if x is None and y is None:  # nothing is known of the work, whatever the accuracies
            met = b["met_" + work + "_ours"], b["met_" + work + "_theirs"]
            return [log10(q / p) for p, q in zip(*met)] if ours == LITERAL else [0.0], True, True
        smaller, larger = smaller or x is None, larger or y is None
        out.append(log10((y_end if y is None else y) / (x_end if x is None else x)))
    return out, smaller, larger


def distinct(leads):
    """Each as a margin of 0, those of which nothing is known once."""
    out = []
    for d, smaller, larger in leads:
        if (d, 0, smaller, larger) not in out:
            out.append((d, 0, smaller, larger))
    return out


def settle(judged, margins):
    """(values, limit, may be smaller, may be larger): what is known of some alone does not decide for the claim."""
    known, all_known = [], True
    for values, by, smaller, larger in margins:
        e = Effect(values, by=by)
        verdict = judged([e])[0]
        if smaller and verdict != "fails" or larger and verdict != "holds":
            all_known = False
        else:
            known.append(e)
    if all_known:
        return judged([Effect(v, by=by) for v, by, _, _ in margins])
    verdict, numbers = judged(known) if known else ("open", [])
    return (verdict, numbers) if verdict == "fails" else ("open", [])


def stairs(judged, t, panels, reading):
    found = []
    for where in panels:
        r = t[where + "/contr1d"]
        if r["accuracy"] <= 1e-2:
            unit = "iterations" if reading == "over iterations" else "cpu"
            flat, steep = sorted((r["step3_" + unit], r["step4_" + unit]), key=mean)
            found += [Effect(r["turns"], by=6), Effect(steep, scaled(2, flat))]
    return judged(found) if found else ("open", [])
