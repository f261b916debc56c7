"""Processor seconds of ViennaRNA (pip install ViennaRNA==2.7.2) for the sequences of a file in brackets, packed or not.

    python bench/fold.py $PROXLAB_DATA/rna-s151rfam/S-151Rfam.dbn.gz

Ours for the same: go test ./toolkit/fit/structures -run - -bench Families -cpu 1
"""

import gzip, sys, time
import RNA

opened = gzip.open if sys.argv[1].endswith(".gz") else open
with opened(sys.argv[1], "rt") as f:
    sequences = [line.strip().upper() for line in f if line[0].upper() in "ACGUTN"]
print(len(sequences), "sequences,", sum(map(len, sequences)), "bases, ViennaRNA", RNA.__version__)
for name, fold in [("the structure of least energy", lambda s: RNA.fold_compound(s).mfe()),
                   ("the ensemble, probabilities of pairs", lambda s: RNA.fold_compound(s).pf())]:
    began = time.process_time()
    for s in sequences:
        fold(s)
    print(f"{name}: {time.process_time() - began:.3f} s")
