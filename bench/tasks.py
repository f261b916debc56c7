#!/usr/bin/env python3
"""Several tasks on real sets: the school data (139 schools, ten splits that it comes with), the computers survey (180 persons), the bank's choices (946 people), formulations of MALSAR by `proxlab fit`.

    go build -o .bin/proxlab ./cmd/proxlab && .venv-bench/main/bin/python bench/tasks.py --binary .bin/proxlab --data $PROXLAB_DATA school computers bank

λ is that of a path with the least error of threefold cross-validation on the training part. School: the constant is a feature, as in the set; what is printed is the share of the
variance of the test scores that is explained, of all pupils together. Computers: the first eight computers of a person are learnt from, the root mean squared error is that of the last four.
Bank: logistic, the last four choices of each person are predicted.
Where files are not at hand it says which (`proxlab data info school` says where they are from), and goes on.
"""

import argparse
import os
import resource
import subprocess
import tempfile

import numpy as np

FORMS = {
    "lasso": ["--penalty", "l1"],
    "joint features (ℓ2,1)": ["--penalty", "multitask"],
    "trace norm": ["--penalty", "trace"],
    "robust features": ["--penalty", "multitask=1 [] outlying-tasks=1"],
    "sparse and low rank": ["--penalty", "trace=1 [] l1=0.2"],
}


def write(path, x, y, task):
    names = ",".join(["y", "task", *(f"x{j}" for j in range(x.shape[1]))])
    np.savetxt(path, np.column_stack([y, task, x]), delimiter=",", header=names, comments="", fmt="%.10g")


def run(binary, folder, form, train, test, path, binary_labels):
    """Predictions of the test part, the seconds of a processor, and whether the fit converged."""
    write(f"{folder}/train.csv", *train), write(f"{folder}/test.csv", *test)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([binary, "fit", "--data", f"{folder}/train.csv", "--target", "y", "--tasks", "task", "--path", str(path), "--lambda", "0.03max" if binary_labels else "0.001max", "--cv", "3", "--choose", "least", "--tol", "1e-4", "--model", f"{folder}/m.json", *FORMS[form], *(["--loss", "logistic", "--choose-by", "accuracy"] if binary_labels else [])], capture_output=True, text=True)
    if said.returncode not in (0, 3):
        raise RuntimeError(f"{form}: {said.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([binary, "predict", "--model", f"{folder}/m.json", "--data", f"{folder}/test.csv", "--tasks", "task", "--out", f"{folder}/p.csv"], capture_output=True, text=True, check=True)
    with open(f"{folder}/p.csv") as f:
        column = f.readline().strip().split(",").index("label" if binary_labels else "prediction")
    return np.loadtxt(f"{folder}/p.csv", delimiter=",", skiprows=1, usecols=column), after.ru_utime - before.ru_utime, said.returncode == 0


def school(data, splits):
    import scipy.io

    b = scipy.io.loadmat(f"{data}/school-ilea/school_b.mat")
    x, y = b["x"].T.astype(float), b["y"].ravel().astype(float)
    first = b["task_indexes"].ravel().astype(int)
    task = np.searchsorted(first, np.arange(1, len(y) + 1), side="right")
    for k in range(1, splits + 1):
        s = scipy.io.loadmat(f"{data}/school-ilea/school_{k}_indexes.mat")
        tr, te = s["tr"].ravel().astype(int) - 1, s["tst"].ravel().astype(int) - 1
        yield (x[tr], y[tr], task[tr]), (x[te], y[te], task[te])


def explained(p, test):
    """Of all pupils together, and the mean over schools of what is explained of each, in %."""
    schools = [test[2] == t for t in np.unique(test[2])]
    each = [1 - np.mean((p[w] - test[1][w]) ** 2) / np.var(test[1][w]) for w in schools if np.var(test[1][w]) > 0]
    return [100 * (1 - np.mean((p - test[1]) ** 2) / np.var(test[1])), 100 * np.mean(each)]


def computers(data, _):
    import scipy.io

    parts = scipy.io.loadmat(f"{data}/lenk-computer/lenk_data.mat")
    n = len(parts["Testdata"]) // 4

    def part(name, each, taken):  # so many lines a person, of which the first are taken
        lines = parts[name].astype(float).reshape(n, each, -1)[:, :taken]
        return lines[..., :-1].reshape(n * taken, -1), lines[..., -1].ravel(), np.repeat(np.arange(1, n + 1), taken)

    yield part("Traindata", 16, 8), part("Testdata", 4, 4)


def bank(data, _):
    x = np.loadtxt(f"{data}/bayesm-bank/bank_choiceAtt.csv.gz", delimiter=",", skiprows=1)
    _, task = np.unique(x[:, 0], return_inverse=True)
    left = np.array([(task[i:] == task[i]).sum() for i in range(len(task))])  # choices of the person from here on
    yield tuple((x[w, 2:], x[w, 1], task[w] + 1) for w in (left > 4, left <= 4))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default="proxlab")
    parser.add_argument("--data", default=os.environ.get("PROXLAB_DATA", ""))
    parser.add_argument("--splits", type=int, default=10)
    parser.add_argument("--path", type=int, default=15)
    parser.add_argument("--only", nargs="*", default=list(FORMS))
    parser.add_argument("what", nargs="*", default=["school", "computers", "bank"])
    args = parser.parse_args()
    for what in args.what:
        print(f"| {what} | {dict(school='explained of all together, of a school, %', computers='root mean squared error', bank='wrong, %')[what]} | seconds a fit | converged |\n| --- | --- | --- | --- |")
        for form in args.only:
            found, took, good = [], [], 0
            try:
                with tempfile.TemporaryDirectory() as folder:
                    for train, test in {"school": school, "computers": computers, "bank": bank}[what](args.data, args.splits):
                        p, seconds, converged = run(args.binary, folder, form, train, test, args.path, what == "bank")
                        left = np.mean((p - test[1]) ** 2)
                        found.append({"school": explained(p, test), "computers": np.sqrt(left), "bank": 100 * np.mean(p != test[1])}[what])
                        took.append(seconds)
                        good += converged
            except FileNotFoundError as e:
                print(f"{what} is not at hand: {e.filename}")
                break
            print(f"| {form} | {', '.join('%.2f ± %.2f' % v for v in zip(np.mean(np.reshape(found, (len(found), -1)), 0), np.std(np.reshape(found, (len(found), -1)), 0)))} | {np.mean(took):.1f} | {good} of {len(found)} |", flush=True)
