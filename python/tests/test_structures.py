"""Structures: the models are the command's own, and what is found is what was to be learnt."""

import os
import pickle
import signal
import subprocess

import numpy as np
import pytest

import proxlab as p
from proxlab._client import find_binary

LETTERS = {"ab": "N", "cd": "V", "ef": "D"}


def sentences(count, seed):
    """Words whose labels are told by their letters, and heads: all hang at the first word with V, or at the first."""
    r = np.random.default_rng(seed)
    words = [[str(r.choice(list("abcdef"))) * int(r.integers(1, 4)) for _ in range(r.integers(2, 7))] for _ in range(count)]
    labels = [[next(v for k, v in LETTERS.items() if w[0] in k) for w in s] for s in words]
    at = [y.index("V") if "V" in y else 0 for y in labels]
    heads = [[(0, "root") if i == a else (a + 1, "dep") for i in range(len(y))] for y, a in zip(labels, at, strict=True)]
    return words, labels, heads


def test_tagger_has_the_commands_file(tmp_path):
    X, y, _ = sentences(80, 0)
    new, truth, _ = sentences(20, 1)
    seen = []
    of = p.Tagger(loss="crf", C=[1, 10], tol=0.1).fit(X, y, held_out=(new, truth), progress=seen.append)
    assert of.predict(new) == truth and of.score(np.array(new, dtype=object), truth) == 1 and any("online pass" in e["text"] for e in seen)
    assert of.certificate_.kind == "duality" and of.dual_gap_ <= 0.1 * of.certificate_.objective
    assert pickle.loads(pickle.dumps(of)).predict(new) == truth
    text = "".join("\n".join(s) + "\n\n" for s in new)
    (tmp_path / "new.txt").write_text(text)
    model = of.save(tmp_path / "my.tagger")
    command = subprocess.run([find_binary(), "tag", "predict", model, tmp_path / "new.txt"], capture_output=True, check=True)
    again = p.Tagger.load(model)
    assert again.predict(tmp_path / "new.txt") == command.stdout
    assert again.predict(new) == truth and "predict" not in again.about_["made"]["command"]
    assert p.Tagger(loss="crf", C=1, tol=0.1).fit(X, y, warm=of).n_iter_ < p.Tagger(loss="crf", C=1, tol=0.1).fit(X, y).n_iter_


def test_parser_finds_heads_and_relations(tmp_path):
    few = tmp_path / "few.templates"
    few.write_text("h.p m.p dir\nm.p dir\nh.p dir dist\nh.p+1 dir\n")
    options = {"templates": few, "bits": 12}
    X, tags, y = sentences(60, 2)
    pairs = [list(zip(s, t, strict=True)) for s, t in zip(X, tags, strict=True)]
    of = p.Parser(select=0, epochs=2, options=options).fit(pairs, y, held_out=(pairs, y))
    assert of.score(pairs, y) > 0.95 and of.predict(pairs[:1]) == y[:1]
    assert np.isnan(of.certificate_.gap) and of.certificate_.kind == "none"
    bare = [[h for h, _ in s] for s in y]
    assert isinstance(p.Parser(select=0, epochs=1, options=options).fit(pairs, bare).predict(pairs[:1])[0][0], int)


def test_rna_folds():
    stems = ["GGGG", "GCGC", "CCGG", "GGCC", "ACGU"]
    turned = {"G": "C", "C": "G", "A": "U", "U": "A"}
    X = [s + "AAAA" + "".join(turned[b] for b in reversed(s)) for s in stems]
    y = ["((((....))))"] * len(X)
    of = p.RNA(loss="crf", alpha=0.01, max_iter=50).fit(X, y)
    assert of.predict(X) == y and of.predict(X, decoder="best") == y and of.score(X, y) == 1
    assert of.about_["loss"] == "crf" and of.about_["lambda"] == 0.01


def test_graphs_and_images(tmp_path, monkeypatch):
    r = np.random.default_rng(3)
    y = [np.array(["left", "right"])[np.sort(r.integers(0, 2, 8))] for _ in range(12)]
    X = [((v == "right")[:, None] + 0.4 * r.normal(size=(8, 1)), np.column_stack([np.arange(7), np.arange(1, 8)])) for v in y]
    of = p.GraphCRF(C=10, intercept=True).fit(X, y)
    assert of.score(X, y) > 0.9 and of.certificate_.kind == "duality" and {*of.predict(X)[0]} <= {"left", "right"}
    edged = [(x, e, np.ones((len(e), 2))) for x, e in X]
    assert p.GraphCRF(C=10).fit(edged, [(v == "right").astype(int) for v in y]).predict(edged)[0].dtype.kind == "i"
    monkeypatch.chdir(tmp_path)
    of._written(".", "some", X, y)
    tables = p.GraphCRF(C=10, options={"edges": "some-edges.csv", "intercept": True}).fit("some.csv")
    assert tables.predict("some.csv", edges="some-edges.csv").count(b"\n") == 1 + 8 * len(X)
    pictures = (np.indices((4, 6, 6))[2] > 2).astype(int)
    noisy = pictures + 0.3 * r.normal(size=pictures.shape)
    grid = p.GraphCRF(C=10, intercept=True, neighbours=8, tol=0.5).fit(noisy, pictures)
    assert grid.score(noisy, pictures) == (grid.predict(noisy) == pictures).mean() > 0.9


def test_what_is_wrong_is_said_by_name():
    X, y, heads = sentences(4, 4)
    for says, call in {
        "sentence 2 has .* words and 0 labels": lambda: p.Tagger().fit(X, [y[0], [], *y[2:]]),
        "4 sentences, and 1 in y": lambda: p.Tagger().fit(X, y[:1]),
        "sentence 1, word 2.*spaces": lambda: p.Tagger().fit([["a", "b c"]], [["N", "N"]]),
        "--loss .*none of hinge, crf": lambda: p.Tagger(loss="square").fit(X, y),
        "^held-out:1: field 7: head 7": lambda: p.Parser().fit([[("a", "N")]], [[0]], held_out=([[("a", "N")]], [[7]])),
        "^given:.*base": lambda: p.RNA().fit(["GAXX"], ["...."]),
        "graph 1 has 2 nodes and 1 labels": lambda: p.GraphCRF().fit([(np.ones((2, 1)), [])], [[1]]),
        "given.csv.*": lambda: p.GraphCRF().fit([(np.full((2, 1), np.nan), [[0, 1]])], [[0, 1]]),
        "there are no graphs": lambda: p.GraphCRF().fit([], []),
        "unknown flag": lambda: p.RNA(options={"lamda": 1}).fit(["GA"], [".."]),
        "no model of Tagger": lambda: p.Tagger.load(__file__),
        "unknown command": lambda: p._client.client().ask("command", args=["serve"]),
    }.items():
        with pytest.raises(ValueError, match=says):
            call()
    with pytest.raises(ValueError, match="not fitted"):
        p.RNA().predict(["GA"])


def test_an_interrupted_model_is_there():
    X, y, _ = sentences(50, 5)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    of, lines = p.Tagger(C=3, epochs=10**6), []

    def interrupt(event):
        lines.append(event["text"])
        if len(lines) == 4:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        of.fit(X, y, progress=interrupt)
    assert of.status_ == "canceled" and len(of.predict(X[:1])[0]) == len(X[0])
    assert p.Tagger(C=3, epochs=1).fit(X, y, warm=of).score(X, y) == 1
