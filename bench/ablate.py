"""What each special path of the solvers brings: it is switched off by a patch, and rows are run with and without it.

    PROXLAB_DATA=DATA python3 bench/ablate.py [--commit COMMIT] [--rows ROW …] [PATH …]

A row is one of the comparison, or drawn-SEED, a contest that drawn.py draws.

Both sides are built in work trees of a commit, the one of the checkout by default, and take turns on one core. For every
path and row the processor time without ÷ with is told, the median with its 95 % interval: what is near 1 brings nothing
there. The lines are those of the files and functions that are there for the path alone. A patch that does not apply to
the code as it is says so; then it is to be mended here.
"""

import argparse, os, re, subprocess, sys, tempfile

import environments


class Off:
    """A patch: a function returns at once, or text takes another's place, in whatever file of toolkit it stands."""

    def __init__(self, where, then, instead=False):
        self.where, self.then, self.instead = where, then, instead

    def apply(self, files):
        found = 0
        for path, text in files.items():
            if self.where not in text:
                continue
            found += text.count(self.where)
            if self.instead:
                text = text.replace(self.where, self.then)
            else:
                at = text.index(" {\n", text.index(self.where)) + 3
                text = text[:at] + f"\tif true {{\n\t\treturn {self.then}\n\t}}\n" + text[at:]
            files[path] = text
        if found != 1:
            raise LookupError(f"«{self.where}» stands {found} times")


class Path:
    """A special path: what it is, its patches, its files and functions, and the rows that may walk it."""

    def __init__(self, what, patches, of, rows):
        self.what, self.patches, self.of, self.rows = what, patches, of.split(), rows.split()

    def lines(self, files):
        """The lines of its files («room/file.go»), and of functions («room/file.go:function»)."""
        count = 0
        for name in self.of:
            base, _, function = name.partition(":")
            for path, text in files.items():
                if path.endswith("/" + base):
                    part = text if not function else (re.search(
                        rf"(?m)(^//.*\n)*^func (\([^)]*\) )?{function}\((.*\n)+?}}\n", text) or [""])[0]
                    count += part.count("\n")
        return count


LASSO = "lasso-wide path-wide cv-wide sector lasso-1e-3 path-1e-3"
GROUPS = "group multi-task group-1e-3 group-sparse-1e-3 multi-task-1e-3"
CLASSES = "digits wine mnist-part mnist-part-1e-3 digits-1e-3"
SMOOTH = "logistic-l1 logistic-l2 poisson huber"
PATHS = {
    "newton": Path("Newton steps on the support between passes", [Off("func (m *Model) newton(", "false")],
                   "model/newton.go:newton model/newton.go:newtonStep model/newton.go:addPenalty model/newton.go:addProx",
                   f"{LASSO} {GROUPS} {CLASSES} logistic-1e-3 logistic-group-1e-3 sparse-group sparse-group-1e-3 "
                   "drawn-13 drawn-482 drawn-560"),
    "factor": Path("one factor that follows the support", [Off("func (b *Blocks) takesFactors(", "false")],
                   "model/factor.go model/active_newton.go", f"{LASSO} drawn-319 drawn-436 drawn-605"),
    "extrapolation": Path("extrapolated weights", [Off("func (m *Model) extrapolate(", "")], "model/passes.go:extrapolate",
                          f"{LASSO} {GROUPS} logistic-1e-3"),
    "sparse-models": Path("quadratic models on sparse columns as they are", [Off("func isSparse(", "false")],
                          "coordinate/sparse_model.go", "sparse-l1 sparse-l1-1e-3 drawn-9 drawn-231 drawn-253"),
    "chosen": Path("columns of working sets alone are copied", [Off("func (c Descent) choosing(", "nil, false")],
                   "coordinate/chosen.go model/chosen_columns.go", f"lasso-wide sector {GROUPS}"),
    "gathered": Path("sets of blocks that only grow, of columns that are gathered",
                     [Off("gathers = !single && linalg", "gathers = false && linalg", instead=True)], "",
                     f"{GROUPS} drawn-76 drawn-299 drawn-116"),
    "slide": Path("weights that slide to columns they depend on", [Off("func (m *Model) slide(", "before, false")],
                  "model/active_newton.go:slide", "drawn-433 drawn-626 drawn-714"),
    "one-by-one": Path("weights that come in one at a time",
                       [Off("if !one && stalled >= 5", "if false && stalled >= 5", instead=True)], "",
                       "drawn-158 drawn-280 drawn-617"),
    "all-columns": Path("least squares by the Gram matrix of all columns",
                        [Off("case !c.NoWorkingSets && q.ByAll:", "case false:", instead=True)], "",
                        "drawn-303 drawn-444 drawn-587"),
    "tall-newton": Path("models of smooth losses by the Gram matrix of all columns",
                        [Off("tall: l.Tall(),", "tall: false,", instead=True)], "coordinate/newton_model.go:minimizeByGram",
                        "logistic-l1 drawn-64 drawn-294 drawn-596"),
    "sparse-newton": Path("Newton steps on sparse columns", [Off("func (m *sparseModel) newton(", "0")],
                          "coordinate/sparse_model.go:newton", "drawn-231 drawn-253 drawn-928"),
    "dual-gram": Path("passes over examples by their Gram matrix", [Off("func (d *dualDescent) gramPays(", "false")],
                      "coordinate/dual_passes.go:byGram coordinate/dual_passes.go:gramPays", "drawn-494 drawn-648"),
    "remembered": Path("what is known of blocks from dual points before", [Off("func (m *Remembered) within(", "false")],
                       "sphere/remembered.go", "path-wide cv-wide path-close path-1e-3 lasso-wide"),
    "tall": Path("tall models by their Gram matrix", [Off("func (b *Blocks) Tall(", "false")], "model/gram_of_columns.go:GramOf",
                 "logistic-l1 logistic-tall-1e-3"),
    "class-sample": Path("models of classes on a sample", [Off("func (m *Models) Sample(", "")],
                         "classes/models.go:Sample classes/models.go:sample classes/models.go:Grow", "mnist-many"),
    "head-start": Path("a start from a sample", [Off("func (r *run) headStart(", "nil")], "head_start.go",
                       f"{SMOOTH} drawn-592 drawn-840 drawn-868"),
    "moments": Path("least squares by moments", [Off("func (in *input) byMoments(", "false")], "few_examples.go",
                    "lasso-tall ols ridge drawn-17 drawn-178 drawn-364 drawn-807"),
    "fold-moments": Path("folds by moments", [Off("func (p *Prepared) momentsOfFolds(", "nil")], "fold_moments.go", "cv-tall"),
    "factored": Path("Newton by factors", [Off("func (n *newtonCG) factorable(", "false")], "cg_factored.go",
                     "logistic-l2 poisson huber drawn-95 drawn-704 drawn-735"),
    "old-factors": Path("steps by old factors", [Off("n.factors != nil && n.s.Step == 1", "false", instead=True)], "",
                        "logistic-l2 poisson huber drawn-95 drawn-704 drawn-735"),
    "level": Path("intercepts by the loss's formula", [Off("func (m *unpenalized) level(", "false")],
                  "solver/unpenalized.go:level", "poisson drawn-570 drawn-735 drawn-841"),
    "semismooth": Path("semismooth Newton in place of the interior point",
                       [Off("newton.Semismooth{}.Iterations(ctx, p)", "newton.InteriorPoint{}.Iterations(ctx, p)", instead=True)],
                       "semismooth.go semismooth_free.go semismooth_newton.go semismooth_search.go semismooth_sets.go "
                       "semismooth_solve.go", "svm-a9a svm-a9a-1e-04 drawn-182 drawn-304 drawn-376"),
    "strong-rule": Path("the strong rule along paths", [Off("if p.s.Iter == 0 && p.Start != nil && p.IsActive(g)", "if false", instead=True)],
                        "coordinate/working_set.go:far", "drawn-667 drawn-826 drawn-953"),
}


def sources(tree):
    """The files of the toolkit, without tests."""
    listed = subprocess.run(["git", "ls-files", "toolkit"], cwd=tree, capture_output=True, text=True, check=True).stdout
    out = {}
    for name in listed.split():
        if name.endswith(".go") and not name.endswith("_test.go"):
            with open(os.path.join(tree, name)) as f:
                out[name] = f.read()
    return out


def switched(tree, path, binary):
    """The build without a path; the tree is as before."""
    before, files = sources(tree), sources(tree)
    for patch in path.patches:
        patch.apply(files)
    try:
        for name, text in files.items():
            if text != before[name]:
                with open(os.path.join(tree, name), "w") as f:
                    f.write(text)
        if why := turns.build(tree, binary):
            raise LookupError(why)
    finally:
        subprocess.run(["git", "checkout", "--quiet", "."], cwd=tree, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="these alone: " + " ".join(PATHS))
    parser.add_argument("--commit", default="HEAD", help="of the code, HEAD by default")
    parser.add_argument("--rows", nargs="+", metavar="ROW", help="these rows in place of those that may walk the path")
    parser.add_argument("--turns", type=int, help="so many on a row, in place of a number by its time")
    a = parser.parse_args()
    if wrong := set(a.paths) - set(PATHS):
        raise SystemExit(f"there is no {', '.join(wrong)}; there are {' '.join(PATHS)}")
    with turns.checkout(a.commit) as tree, tempfile.TemporaryDirectory() as folder:
        whole, without = os.path.join(folder, "whole"), os.path.join(folder, "without")
        if why := turns.build(tree, whole):
            raise SystemExit(why)
        print("| path | lines | row | with, s | without ÷ with | 95 % interval | |\n" + "| --- " * 7 + "|", flush=True)
        for name in a.paths or PATHS:
            path = PATHS[name]
            lines = path.lines(sources(tree))
            try:
                switched(tree, path, without)
            except LookupError as err:
                print(f"| {name} | {lines} | – | – | – | – | the patch does not apply: {err} |", flush=True)
                continue
            rows = a.rows or path.rows
            known = contests.ours_alone() | {row: (False, lambda folder, row=row: contests.fit(drawn.named(row), folder))
                                             for row in rows if row.startswith("drawn-")}
            for row, p, why in turns.race(rows, known, whole, without, 1, folder, a.turns):
                print(f"| {name} | {lines} | {row} | " + (f"– | – | – | {why} |" if p is None else
                      f"{p.seconds[0]:.3g} | {p.ratio:.2f} | {p.low:.2f} – {p.high:.2f} | {p.changed()} |"), flush=True)


if __name__ == "__main__":
    if not os.path.isdir(os.environ.get("PROXLAB_DATA", "")):
        raise SystemExit("PROXLAB_DATA names no folder: it is that of the registered sets, see docs/data.md")
    environments.ours()
    import contests, drawn, turns
    main()
