"""The tables of docs/speed.md, from the lines that were measured."""

import math, os, re, statistics

from environments import library

HEADS = {
    "fits": ["problem", "who", "at", "objective", "gap", "one core, s", "proxlab ÷ it", "two cores, s", "proxlab ÷ it",
             "of the limit"],
    "folds": ["problem", "who", "at", "one core, s", "proxlab ÷ it", "two cores, s", "proxlab ÷ it", "of the limit"],
    "works": ["work", "who", "result", "one core, s", "GFlop/s", "proxlab ÷ it", "two cores, s", "proxlab ÷ it",
              "of the limit"],
    "sequences": ["work", "who", "at", "objective", "labels held out", "one core, s", "proxlab ÷ it", "two cores, s",
                  "proxlab ÷ it", "of the limit"],
}


def brief(v, digits=3):
    """A number of so many digits, without an exponent where that is short; '–' for none."""
    if v is None or math.isnan(v):
        return "–"
    return f"{v:.{digits}g}" if 1e-4 <= abs(v) < 10**digits else f"{v:.0f}" if abs(v) >= 1 else f"{v:.0e}"


class Line:
    """What was measured of one of a contest, on one core and two."""

    def __init__(self, contest, who, on):
        self.contest, self.who, self.on = contest, who, on
        self.first = on.get(1) or on[2]

    def seconds(self, threads):
        """The median: processor seconds on one core, seconds by the clock on two. None where it was not measured."""
        runs = self.on.get(threads, {}).get("runs")
        return statistics.median(r["Fit" if threads == 1 else "Wall"] for r in runs) if runs else None

    def told(self, threads):
        """The median; and of how many, where it is not one of five."""
        if self.seconds(threads) is None:
            return self.on.get(threads, {}).get("why", "–")
        count = len(self.on[threads]["runs"])
        return brief(self.seconds(threads)) + ("" if count == 5 else f" (of {count})")

    def ratio(self, ours, threads):
        mine, its = ours.seconds(threads), self.seconds(threads)
        return f"{mine / its:.2f}" if self.who and mine and its else ""

    def cells(self, ours, rates):
        r = self.first
        name = "**proxlab**"
        if self.who:
            of = library(self.who)
            name = f"{of} {r['version']}" * bool(r["version"]) + of * (not r["version"]) + self.who.removeprefix(of)
        objective = r.get("objective")
        below = ours.first.get("objective"), ours.first.get("gap")
        gap = None
        if None not in (objective, *below) and objective > 0:  # P is at most so far above our own lower bound of P*
            gap = max(objective - below[0] + below[1], 0) / objective
        seconds, flops = self.seconds(1), self.contest["flops"]
        limit = max(self.contest["bytes"] / rates["Read"], flops / rates["Flops"])
        return {
            "problem": self.contest["title"], "work": self.contest["title"], "who": name,
            "at": brief(r["tol"]) if r.get("tol") else "", "objective": brief(objective, 10),
            "gap": brief(gap, 2), "one core, s": self.told(1), "two cores, s": self.told(2),
            "one": self.ratio(ours, 1), "two": self.ratio(ours, 2), "result": brief(r.get("value"), 8),
            "labels held out": f"{r['value']:.2%}" if r.get("value") is not None else "–",
            "GFlop/s": f"{flops / seconds / 1e9:.1f}" if flops and seconds else "",
            "of the limit": f"{limit / seconds:.2g}" if seconds and limit / seconds < 0.1 else
                            f"{limit / seconds:.2f}" if seconds else "",
        }


def lines_of(results):
    """The lines of each contest, ours first."""
    out = {}
    for (name, who), on in results.lines.items():
        contest = results.contests[name]
        out.setdefault(contest["table"], {}).setdefault(name, []).append(Line(contest, who, on))
    return out


def table(name, contests, rates):
    heads = HEADS.get(name, HEADS["fits"])
    text = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    for lines in contests.values():
        for line in lines:
            cells, ratios = line.cells(lines[0], rates), iter(("one", "two"))
            text.append("| " + " | ".join(cells[next(ratios) if h == "proxlab ÷ it" else h] for h in heads) + " |")
    return "\n".join(text)


def machine(results):
    """What it was measured on, in a sentence, and the machine's rates."""
    h, one = results.header, results.limits[1]
    rates = "; ".join(f"{words} {r['Read'] / 1e9:.1f} GB/s of reading, {r['Triad'] / 1e9:.1f} GB/s of a triad and "
                      f"{r['Flops'] / 1e9:.0f} GFlop/s" for words, r in
                      [(words, results.limits.get(k)) for words, k in (("One core does", 1), ("two do", 2))] if r)
    return (f"{h['date']}, {one['Processor']}, {h['cores']} cores, instructions `{one['Kernel']}`, {h['go']}, "
            f"Python {h['python']}. {rates}.")


def tables(results):
    """The text of every table by its name; those without a line are left out."""
    out = {"machine": machine(results)}
    found = lines_of(results)
    if "composites" in found:  # whose table may be of a run of its own
        out["composites-machine"] = machine(results)
    for name, contests in found.items():
        out[name] = table(name, contests, results.limits[1])
    return out


def write(path, found):
    """Writes tables between the marks <!-- table NAME --> and <!-- end --> of a document, and nothing else."""
    with open(path) as f:
        text = f.read()
    marks = re.findall(r"<!-- table (\S+) -->", text)
    if missing := set(found) - set(marks):
        raise SystemExit(f"{path} has no <!-- table … --> for {', '.join(sorted(missing))}")
    for name in marks:
        if name in found:
            between = re.compile(rf"(<!-- table {re.escape(name)} -->\n).*?(<!-- end -->)", re.S)
            text = between.sub(lambda m: m[1] + "\n" + found[name] + "\n\n" + m[2], text)
    with open(path + ".new", "w") as f:
        f.write(text)
    os.replace(path + ".new", path)
