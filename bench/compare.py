"""Compare proxlab with its peers on the same files, and write the tables of docs/speed.md.

    PROXLAB_DATA=DATA python3 bench/compare.py

What is missing is installed into .venv-bench. Every library is a process of its own, which has read the file and done
the work once before; then ours and the peers take turns, five times, and the median is told: of processor seconds (user
and system) on one core, of seconds by the clock on two. A peer's tolerance is the loosest that comes within 1e-6 of the
least objective that anybody reached, evaluated for all by one function in float64; proxlab stops at its certificate of
1e-6. Who takes more than two seconds has three turns, more than 15, one.

    PROXLAB_DATA=DATA python3 bench/compare.py --composites [--one]

measures composite problems alone, to a certificate of 1e-9, and writes their table.

    PROXLAB_DATA=DATA python3 bench/compare.py --old COMMIT [--one] [--only NAME …]

runs our side alone, as the checkout has it and as the commit had it, in turns, on one core and on two, tells the ratio of
what they took with the 95 % interval of its median, marks rows whose lower end is above 1.05, and ends with 1 where there
is one.

Lines that are measured are kept in out/bench/results.jsonl: a run that was interrupted goes on there. The document is
written when all is measured.
"""

import argparse, math, os, subprocess, sys, tempfile, time

import environments
from environments import Failed, HERE, ROOT, Worker

DOCUMENT = os.path.join(ROOT, "docs", "speed.md")
ROUNDS, LONG, LONGER = 5, 2, 15  # turns; seconds from which there are three of them, and one
FAR = 3  # times the fastest peer's seconds: who takes as many is not it
COMPILING = 60  # seconds more by the clock for skglm, of which what it compiles is not counted
CLOSING = 30  # seconds more for us to tell what we have at a limit
SLEEP = 0.1  # seconds before a turn on several cores: threads of OpenBLAS wait busily for a while after their turns


class Player:
    """One that takes part in a contest: its process, the tolerance it needs, and what it did."""

    def __init__(self, contest, who, worker, limit):
        self.contest, self.who, self.worker, self.limit = contest, who, worker, limit
        self.tol, self.runs, self.objective, self.gap, self.value, self.why = None, [], None, None, None, None

    def play(self, tol):
        """One turn; the answer with its objective."""
        ask = self.contest.question(self.who, tol) if self.who else {}
        answer = self.worker.ask(ask, self.limit + COMPILING * (self.who or "").startswith("skglm"))
        self.tol, self.gap, self.value = tol, answer.get("Gap"), answer.get("Value")
        self.objective = self.contest.value(self.who) if self.contest.value else answer.get("Objective")
        return answer

    def search(self, tols, best, most):
        """The first tolerance that comes close to the best objective so far, within so many seconds."""
        for tol in tols:
            self.runs = [self.play(tol)]
            if self.objective is None or math.isnan(self.objective):
                break
            best = min(best, self.objective)
            if self.comes(best) or self.runs[0]["Fit"] > most:
                break
        else:
            print(f"{self.contest.name}: {self.who} does not come close", file=sys.stderr)
        return best

    def comes(self, best):
        return self.objective is not None and self.objective <= best * (1 + self.contest.close)

    def turns(self, rounds):
        """How many turns it gets. The first was a warming up, unless it is to be the only one."""
        took = self.runs[0]["Wall"]
        if took <= LONGER:
            self.runs = []
        return min(rounds, 1 if took > LONGER else 3 if took > LONG else ROUNDS)

    def line(self, threads):
        number = lambda v: None if v is None or math.isnan(v) else v
        return {"name": self.contest.name, "who": self.who, "threads": threads, "tol": self.tol, "runs": self.runs,
                "objective": number(self.objective), "gap": self.gap, "value": self.value, "why": self.why,
                "version": environments.version(self.who) if self.who else ""}


def absent(who):
    why = environments.absent(who)
    return f"absent: {why}" if why else None


class Run:
    """A run of contests with so many threads; where there is a limit of seconds, we may fail, too."""

    def __init__(self, results, binary, folder, threads, rounds, limit=None):
        self.results, self.binary, self.folder, self.limit = results, binary, folder, limit
        self.threads, self.rounds, self.workers = threads, rounds, {}

    def worker(self, contest, who):
        """The process of a library, of which Python's are kept from contest to contest."""
        from contests import command
        of = command(contest, who, self.folder)
        if tuple(of) not in self.workers:
            self.workers[tuple(of)] = Worker(of, self.threads)
        return self.workers[tuple(of)]

    def contest(self, c):
        """Everybody once, to find tolerances; then turns, ours first."""
        limit = self.limit + CLOSING * ("-limit" in c.ours) if self.limit else 900
        mine = Player(c, None, Worker([self.binary, "-serve", *c.ours], self.threads), limit)
        try:
            mine.runs = [mine.play(c.tol)]
        except Failed as err:
            if not self.limit:
                raise
            mine.why = str(err)
        best, most = mine.objective if mine.objective is not None else math.inf, math.inf
        players = [mine]
        for who, tols in c.peers.items():
            p, before = Player(c, who, None, c.limit), self.results.lines.get((c.name, who), {}).get(1)
            players.append(p)
            p.why = absent(who)
            if self.threads > 1 and before:
                tols = [before["tol"]]
                p.why = before["why"] or ("–" if before["runs"][0]["Wall"] > LONGER else None)
            if p.why:
                continue
            p.worker = self.worker(c, who)
            try:
                best = p.search(tols, best, most)
                self.agree(mine, p)
            except Failed as err:
                p.why, p.runs = str(err), []
            if self.limit and p.runs and p.comes(best):
                most = min(most, FAR * p.runs[0]["Fit"])
        self.turns([p for p in players if p.runs and (p is mine or p.runs[0]["Fit"] <= most)])
        for p in players:
            self.results.add(p.line(self.threads))
            if p.worker and p.who in (None, "glmnet", "quantreg", "passes over blocks"):  # whose process has one file
                p.worker.close()

    def turns(self, players):
        left = {p: p.turns(self.rounds) for p in players}
        for _ in range(self.rounds):
            for p in players:
                if len(p.runs) < left[p]:
                    time.sleep(SLEEP if self.threads > 1 else 0)
                    try:
                        p.runs.append(p.play(p.tol))
                    except Failed as err:
                        if not self.limit:
                            raise
                        p.why, left[p] = str(err), len(p.runs)

    def agree(self, mine, p):
        if p.contest.same and abs(p.value - mine.value) > p.contest.close * max(1, abs(mine.value)):
            raise SystemExit(f"{p.contest.name}: proxlab has {mine.value}, {p.who} has {p.value}")

    def close(self):
        for w in self.workers.values():
            w.close()


def run(a, results, folder):
    from contests import contests
    binary = os.path.join(folder, "measure")
    subprocess.run(["go", "build", "-o", binary, "./bench/measure"], check=True, cwd=ROOT)
    chosen = contests()
    if wrong := set(a.only or ()) - set(chosen):
        raise SystemExit(f"there is no {', '.join(wrong)}; there are {' '.join(chosen)}")
    for threads in (1, 2)[:1 if a.quick or a.one else 2]:
        if threads not in results.limits:
            results.add({"threads": threads, "limits": Worker([binary, "-limits"], threads).ask({}, 120)["Limits"]})
        r = Run(results, binary, folder, threads, 1 if a.quick else a.turns or ROUNDS)
        for name, (slow, make) in chosen.items():
            if (name, threads) in results.done or a.only and name not in a.only or a.quick and slow:
                continue
            begun = time.time()
            c = make(folder)
            c.limit = min(c.limit, 20) if a.quick else c.limit
            results.add({"name": name, "contest": {k: getattr(c, k) for k in ("title", "table", "bytes", "flops")}})
            try:
                r.contest(c)
            except Failed as err:
                raise SystemExit(f"{name}: proxlab: {err}")
            results.add({"done": name, "threads": threads})
            print(f"{name}, {threads} core{'s' * (threads > 1)}: {time.time() - begun:.0f} s", file=sys.stderr, flush=True)
        r.close()
    due = (1,) if a.one else (1, 2)
    return [(name, k) for name in (a.only if a.composites else chosen) for k in due if (name, k) not in results.done]


def older(a):
    """Ends with 1 where a row is slower than at a commit."""
    import turns
    from contests import contests, ours_alone
    known = ours_alone()
    if wrong := set(a.only or ()) - set(known):
        raise SystemExit(f"there is no {', '.join(wrong)}; there are {' '.join(known)}")
    chosen = a.only or [name for name, (slow, _) in contests().items() if not (slow and a.quick)]
    sys.exit(bool(turns.compare(a.old, chosen, known, (1,) if a.one or a.quick else (1, 2), a.turns)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these contests alone")
    parser.add_argument("--quick", action="store_true", help="one turn on one core, without the slow ones; writes no document")
    parser.add_argument("--old", metavar="COMMIT", help="our side alone, as it is and at a commit, in turns; writes no document")
    parser.add_argument("--composites", action="store_true", help="composite problems alone; writes their table")
    parser.add_argument("--one", action="store_true", help="with --old or --composites: on one core alone")
    parser.add_argument("--turns", type=int, help="so many on a row, in place of a number by its time")
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    a = parser.parse_args()
    if not os.path.isdir(os.environ.get("PROXLAB_DATA", "")):
        raise SystemExit("PROXLAB_DATA names no folder: it is that of the registered sets, see docs/data.md")
    environments.ours("main" if a.old or a.composites else None)
    if a.old:
        return older(a)
    import tables
    from results import Results
    if a.composites:
        from sums import SUMS
        a.only = a.only or list(SUMS)
    kept = "quick.jsonl" if a.quick else "composites.jsonl" if a.composites else "results.jsonl"
    results = Results(os.path.join(ROOT, "out", "bench", kept), a.fresh or a.quick)
    with tempfile.TemporaryDirectory() as folder:
        missing = run(a, results, folder)
    if a.quick or missing:
        for name, text in tables.tables(results).items():
            print(f"\n{name}\n\n{text}")
        if not a.quick:
            print(f"{len(missing)} are not measured yet; the document stays as it is", file=sys.stderr)
        return
    found = tables.tables(results)
    if a.composites:
        found = {name: text for name, text in found.items() if name.startswith("composites")}
    tables.write(DOCUMENT, found)
    print(f"{DOCUMENT} has the tables", file=sys.stderr)


if __name__ == "__main__":
    main()
