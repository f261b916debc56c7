"""Two builds of our side in turns on the same rows: ratios of what they take, with their interval."""

import contextlib, os, shutil, statistics, subprocess, sys, tempfile

from environments import ROOT, Failed, Worker
from regress import interval

SLOWER = 1.05  # where the lower end of the interval is above it, a row is slower
TURNS = ((0.1, 15), (0.6, 9), (5, 5), (float("inf"), 3))  # up to so many seconds a fit, so many turns


@contextlib.contextmanager
def checkout(commit):
    """A work tree of a commit."""
    folder = tempfile.mkdtemp(prefix="proxlab-turns-")
    tree = os.path.join(folder, "tree")
    try:
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], check=True, cwd=ROOT)
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def build(tree, binary):
    """Our process, as the code of a tree has it; what the compiler says, or ''."""
    done = subprocess.run(["go", "build", "-o", binary, "./bench/measure"], cwd=tree, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip() or "go build fails"


class Pair:
    """What two builds took of a row: processor seconds on one core, seconds by the clock on several."""

    def __init__(self, arguments, first, second, threads, limit=900, turns=None):
        self.key, self.limit = "Fit" if threads == 1 else "Wall", limit
        self.workers = [Worker([binary, "-serve", *arguments], threads) for binary in (first, second)]
        self.taken, self.last = ([], []), [None, None]
        try:
            warm = max(self.ask(side)["Wall"] for side in (0, 1))
            count = turns or next(n for most, n in TURNS if warm <= most)
            for turn in range(count):
                for side in ((0, 1), (1, 0))[turn % 2]:
                    self.taken[side].append(self.ask(side)[self.key])
        finally:
            for w in self.workers:
                w.close()
        self.ratios = [b / a for a, b in zip(*self.taken)]
        self.ratio, (self.low, self.high) = statistics.median(self.ratios), interval(self.ratios)
        self.seconds = [statistics.median(t) for t in self.taken]

    def ask(self, side):
        self.last[side] = self.workers[side].ask({}, self.limit)
        return self.last[side]

    def changed(self):
        """What else is not as it was, of iterations, status, objective."""
        a, b = self.last
        out = [f"{k.lower()} {a[k]} → {b[k]}" for k in ("Iterations", "Status", "Solver") if a.get(k) != b.get(k)]
        p, q = a.get("Objective"), b.get("Objective")
        if None not in (p, q) and abs(q - p) > abs(a.get("Gap") or 0) + abs(b.get("Gap") or 0) + 1e-12 * abs(p):
            out.append(f"objective {p} → {q}")
        return ", ".join(out)


def race(chosen, contests, first, second, threads, folder, turns=None):
    """Pairs of the rows chosen, each told as it is done."""
    for name in chosen:
        contest = contests[name][1](folder)
        try:
            yield name, Pair(contest.ours, first, second, threads, turns=turns), ""
        except (Failed, ZeroDivisionError) as err:
            yield name, None, str(err)


def compare(commit, chosen, contests, cores=(1, 2), turns=None):
    """The checkout as it is beside a commit, row by row; the names of those that are slower."""
    slower = []
    with checkout(commit) as tree, tempfile.TemporaryDirectory() as folder:
        old, new = os.path.join(folder, "old"), os.path.join(folder, "new")
        for side, binary in ((tree, old), (ROOT, new)):
            if why := build(side, binary):
                raise SystemExit(why)
        print(f"| row | cores | {commit}, s | now, s | now ÷ {commit} | 95 % interval | |\n" + "| --- " * 7 + "|")
        for threads in cores:
            for name, p, why in race(chosen, contests, old, new, threads, folder, turns):
                if p is None:
                    print(f"| {name} | {threads} | – | – | – | – | {why} |", flush=True)
                    continue
                worse = p.low > SLOWER
                slower += [name] * worse
                print(f"| {name} | {threads} | {p.seconds[0]:.3g} | {p.seconds[1]:.3g} | {p.ratio:.3f} | "
                      f"{p.low:.3f} – {p.high:.3f} | {'**slower** ' * worse}{p.changed()} |", flush=True)
    print(f"slower than {SLOWER}: {', '.join(dict.fromkeys(slower)) or 'none'}", file=sys.stderr)
    return slower
