"""Folding of families that were not learnt from: ours, ViennaRNA's three decoders and CONTRAfold with its own weights.

    pip install ViennaRNA==2.7.2
    python bench/families.py --train S-151Rfam.dbn --archive ArchiveII.csv --contrafold ./contrafold
    python bench/families.py --train S-151Rfam.dbn --ablate

The second is the table of what the weights beyond CONTRAfold's bring (ABLATIONS), by ours alone, on the halves, with a
95 % interval of each row's F1 less that of the first of its kind, by a bootstrap over families.

--train is halved by families: what follows the last _ of a name, A or B, as CONTRAfold's authors have it (one sequence is
one family). Each half is folded by what the other taught. --archive is ArchiveII (Sloan and Mathews, RNA 2016) as in
github.com/sinc-lab/sincFold, data/ArchiveII.csv; of each of its families, named before the first _, twenty sequences are
taken, those of the least SHA-256 of their names. One choice, the weights of --energies, was made after
they had been looked at once. They are folded by what --train teaches but for the families that are the same RNA (SAME).
CONTRAfold is github.com/csfoo/contrafold-se, `make contrafold`; its weights were learned on all of S-151Rfam. All structures are judged by `proxlab fold score --unpair`: F1 of pairs.
"""

import argparse, collections, csv, gzip, hashlib, json, os, random, subprocess, tempfile

SAME = "00001 00002 00005 00009 00010 00011 00017 00023 00024 00025 00028 00030 00169 00177 00373".split()
TRAIN = "--loss crf --energies --strengths 4 --max-iter 30 --choose".split()

ONE = "--loss crf --energies --max-iter 30".split()
HAIRPINS, BULGES = "mismatches of hairpins", "stacks over bulges"
ABLATIONS = [
    ("18 strengths, λ and γ chosen: all", TRAIN),
    ("18 strengths, λ and γ chosen: without both", [*TRAIN, "--without", HAIRPINS + "," + BULGES]),
    ("one strength: all", ONE),
    ("one strength: without mismatches of hairpins (96 weights)", [*ONE, "--without", HAIRPINS]),
    ("one strength: without stacks over bulges (21 weights)", [*ONE, "--without", BULGES]),
    ("one strength: without both", [*ONE, "--without", HAIRPINS + "," + BULGES]),
    ("one strength: both as their energies are", [*ONE, "--fixed", HAIRPINS + "," + BULGES]),
]


def read(path):
    """Names, sequences and brackets of a file with three lines a record."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as f:
        lines = [line.strip() for line in f if line.strip()]
    return list(zip((name[1:] for name in lines[::3]), (s.upper().replace("T", "U") for s in lines[1::3]), lines[2::3]))


def write(path, records):
    with open(path, "w") as f:
        for record in records:
            f.write(">%s\n%s\n%s\n" % record)


def archive(path):
    """The sample as BPSEQ, as there are pseudoknots in it."""
    csv.field_size_limit(10**9)
    families = collections.defaultdict(list)
    with open(path) as f:
        for row in csv.DictReader(f):
            if set(row["sequence"]) <= set("ACGU"):
                families[row["id"].split("_")[0]].append(row)
    least = lambda row: hashlib.sha256(row["id"].encode()).hexdigest()
    return [row for name in sorted(families) for row in sorted(families[name], key=least)[:20]]


def vienna(records, out):
    """The structures of least energy, the centroids, and those of maximum expected accuracy."""
    import RNA

    found = {"ViennaRNA, least energy": [], "ViennaRNA, centroid": [], "ViennaRNA, MEA": []}
    for name, s, _ in records:
        fc = RNA.fold_compound(s)
        least, energy = fc.mfe()
        fc.exp_params_rescale(energy)
        fc.pf()
        for key, y in zip(found, (least, fc.centroid()[0], fc.MEA()[0])):
            found[key].append((name, s, y))
    for key, y in found.items():
        write(out(key), y)


def contrafold(binary, records, out, folder):
    """Those of CONTRAfold with its default weights and γ."""
    found = []
    for name, s, _ in records:
        fasta = os.path.join(folder, "one.fa")
        with open(fasta, "w") as f:
            f.write(">%s\n%s\n" % (name, s))
        said = subprocess.run([binary, "predict", fasta], check=True, capture_output=True, text=True).stdout
        found.append((name, s, said.split()[-1]))
    write(out("CONTRAfold-SE, its weights"), found)


def pairs(brackets):
    """The pairs of a structure."""
    found, opened = set(), []
    for i, c in enumerate(brackets.split()[0]):
        if c == "(":
            opened.append(i)
        elif c == ")":
            found.add((opened.pop(), i))
    return found


def f1(counts):
    """That of shared pairs, and of all pairs of both."""
    shared, both = (sum(c) for c in zip(*counts))
    return 2 * shared / both


def ablate(rows, at, run, known):
    """The table of what the rows' flags make of each half by the other."""
    print("| | F1 | less the first of its kind, 95 % |\n| --- | ---: | ---: |")
    first = {}
    for name, flags in rows:
        k = ABLATIONS.index((name, flags))
        counts = []
        for half, other in ("AB", "BA"):
            made, out = at("ablated-%d-%s.fold" % (k, other)), at("ablated-%d-of-%s.dbn" % (k, half))
            if not os.path.exists(made):
                run("train", at(other + ".dbn"), "-o", made, *flags)
            run("predict", made, at(half + ".dbn"), "-o", out)
            for (_, _, y), (_, _, guess) in zip(known[half], read(out)):
                y, guess = pairs(y), pairs(guess)
                counts.append((len(y & guess), len(y) + len(guess)))
        base = first.setdefault(name.split(":")[0], counts)
        drawn = random.Random(1)
        samples = [[drawn.randrange(len(counts)) for _ in counts] for _ in range(2000)]
        less = sorted(f1([counts[i] for i in s]) - f1([base[i] for i in s]) for s in samples)
        print("| %s | %.3f | %s |" % (name, f1(counts), "" if base is counts else "%.3f to %.3f" % (less[50], less[1949])),
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", required=True)
    parser.add_argument("--archive")
    parser.add_argument("--contrafold")
    parser.add_argument("--proxlab", default="proxlab")
    parser.add_argument("--plain", action="store_true", help="ours without energies and strengths, too")
    parser.add_argument("--ablate", action="store_true", help="the table of what was added to the weights, by ours alone")
    parser.add_argument("--rows", type=int, nargs="*", help="of it, from 1 (default: all)")
    parser.add_argument("--keep", help="a folder for models, which are taken from there where they are")
    a = parser.parse_args()
    folder = a.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    at = lambda name: os.path.join(folder, name)
    run = lambda *words: subprocess.run([a.proxlab, "fold", *words], check=True, capture_output=True, text=True).stdout

    def ours(train, test, label, out):
        """Learns, where no model is kept, and folds."""
        for name, flags in [("ours, energies and groups", TRAIN)] + [("ours, one λ", ["--loss", "crf", "--choose"])] * a.plain:
            made = at("%s-%s.fold" % (label, name.split()[1]))
            if not os.path.exists(made):
                run("train", train, "-o", made, *flags)
            run("predict", made, test, "-o", out(name))

    train = read(a.train)
    parts = {half: [r for r in train if r[0].endswith("_" + half)] for half in "AB"}
    for half, records in parts.items():
        write(at(half + ".dbn"), records)
    if a.ablate:
        rows = [ABLATIONS[k - 1] for k in a.rows] if a.rows else ABLATIONS
        return ablate(rows, at, run, parts)
    write(at("all.dbn"), parts["A"] + parts["B"])
    write(at("unseen.dbn"), [r for r in train if r[0][2:7] not in SAME])

    def judge(title, truth, names):
        print("\n| %s | F1 | sensitivity | PPV | mean F1 |\n| --- | ---: | ---: | ---: | ---: |" % title)
        for name, path in names:
            s = json.loads(run("score", truth, path, "--unpair", "--json"))
            print("| %s | %.3f | %.3f | %.3f | %.3f |" % (name, s["f1"], s["sensitivity"], s["ppv"], s["mean_f1"]))

    def tables(title, truth, records, fold):
        files = {}
        out = lambda name: files.setdefault(name, at("%s %d.dbn" % (title, len(files))))
        fold(out)
        vienna(records, out)
        if a.contrafold:
            contrafold(a.contrafold, records, out, folder)
        judge(title, truth, list(files.items()))

    def halves(whole):
        found = collections.defaultdict(list)
        for half, other in ("AB", "BA"):
            def out(name):
                found[name].append(at("%s of %s.dbn" % (half, name.split()[1])))
                return found[name][-1]

            ours(at(other + ".dbn"), at(half + ".dbn"), other, out)
        for name, paths in found.items():
            with open(whole(name), "w") as f:
                f.writelines(open(p).read() for p in paths)

    tables("S-151Rfam, halves of families", at("all.dbn"), parts["A"] + parts["B"], halves)
    if a.archive:
        rows = archive(a.archive)
        with open(at("archive.bpseq"), "w") as f:
            for row in rows:
                pair = {}
                for i, j in json.loads(row["base_pairs"]):
                    pair[i], pair[j] = j, i
                f.write(">%s\n" % row["id"])
                f.writelines("%d %s %d\n" % (k, c, pair.get(k, 0)) for k, c in enumerate(row["sequence"], 1))
        records = [(row["id"], row["sequence"], "") for row in rows]
        with open(at("archive.fa"), "w") as f:
            f.writelines(">%s\n%s\n" % r[:2] for r in records)
        tables("ArchiveII, ten families", at("archive.bpseq"), records,
               lambda out: ours(at("unseen.dbn"), at("archive.fa"), "unseen", out))


if __name__ == "__main__":
    main()
