"""What beams lose on real RNAs of some 2,900 bases: proxlab fold predict --beam beside folding exactly.

    python bench/beam.py [--folder DIR] [--proxlab PROGRAM] [--model MODEL]

The sequences are 23S ribosomal RNAs, of a bacterium, an archaeon and two plastids, from the repository of
LinearTurboFold (github.com/LinearFold/LinearTurboFold; for research and education, not handed on here), fetched at the
revision below unless DIR has them. Without MODEL weights are the published energies: those of fold train --energies
where λ leaves nothing to learn. Loss is the share of the best score by which the beam's structure falls short of it,
and pairs the share of the best structure's pairs that it has. Processor seconds are those of the whole command on one
core.
"""

import argparse, os, pathlib, re, resource, subprocess, tempfile, urllib.request

REVISION = "445808976857df01c57e5d9302a0bbee10515bb5"
ROOT = f"https://raw.githubusercontent.com/LinearFold/LinearTurboFold/{REVISION}/data/23S-5/"
FILES = {
    "E. coli": "k523sgroup4/d.23.b.E.coli.nopbpseq.seq",
    "H. marismortui": "k523sgroup6/d.23.a.H.marismortui.1.nopbpseq.seq",
    "P. falciparum, apicoplast": "k523sgroup0/d.23.c.P.falciparum.nopbpseq.seq",
    "C. paradoxa, cyanelle": "k523sgroup2/d.23.y.C.paradoxa.nopbpseq.seq",
}
WIDTHS = [25, 50, 100, 200, 400]


def sequence(name, folder):
    """The letters of a file: a comment, a title, and bases with a 1 behind them."""
    path = folder / pathlib.Path(FILES[name]).name
    if not path.exists():
        path.write_bytes(urllib.request.urlopen(ROOT + FILES[name]).read())
    bases = re.sub(r"\s", "", path.read_text().split("\n", 2)[2])
    if not re.fullmatch("[ACGU]+1", bases):
        raise SystemExit(f"{path}: other letters than A, C, G and U")
    return bases[:-1]


def run(*words):
    """Processor seconds and output of proxlab fold on one core."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True,
                          env={**os.environ, "GOMAXPROCS": "1"}).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def folded(said):
    """Score and pairs of what fold predict wrote."""
    brackets, score = re.fullmatch(r"([.()]+) \(score (.+)\)", said.strip().split("\n")[2]).groups()
    pairs, opened = set(), []
    for i, c in enumerate(brackets):
        if c == "(":
            opened.append(i)
        elif c == ")":
            pairs.add((opened.pop(), i))
    return float(score), pairs


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--folder", type=pathlib.Path)
    p.add_argument("--proxlab", default="proxlab")
    p.add_argument("--model", type=pathlib.Path)
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        model = a.model or work / "energies.fold"
        if not a.model:
            run(a.proxlab, "fold", "train", "@hairpins", "--loss", "crf", "--energies", "--lambda", 1e12, "-o", model)
        print("| 23S RNA | bases | exactly, s | beam | loss, % | pairs, % | s |\n"
              "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for name in FILES:
            x, fasta = sequence(name, a.folder or work), work / "one.fasta"
            fasta.write_text(f">{name}\n{x}\n")
            fold = [a.proxlab, "fold", "predict", model, fasta, "--decoder", "best"]
            exact, said = run(*fold)
            best, pairs = folded(said)
            for width in WIDTHS:
                spent, said = run(*fold, "--beam", width)
                score, found = folded(said)
                print("| %s | %d | %.1f | %d | %.1f | %.0f | %.1f |" % (
                    name, len(x), exact, width, 100 * (best - score) / best, 100 * len(pairs & found) / len(pairs), spent),
                    flush=True)


if __name__ == "__main__":
    main()
