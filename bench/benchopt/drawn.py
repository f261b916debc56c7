import numpy as np
from benchopt import BaseDataset


class Dataset(BaseDataset):
    """Normal features, of which five matter, for numbers, labels of 1 and -1, and tasks; or a signal of four steps."""

    name = "drawn"
    parameters = {"kind": ["numbers"], "n_samples, n_features": [(600, 500)]}

    def get_data(self):
        rng = np.random.default_rng(0)
        X = rng.standard_normal((self.n_samples, self.n_features))
        w = np.zeros(self.n_features)
        w[:: self.n_features // 5] = 1
        noise = rng.standard_normal((self.n_samples, 3))
        if self.kind == "steps":
            w = np.cumsum(w)
            return {"A": X, "y": X @ w + noise[:, 0], "x": w}
        if self.kind == "tasks":
            return {"X": X, "Y": (X @ w)[:, None] + noise}
        y = X @ w + noise[:, 0]
        return {"X": X, "y": np.where(y > 0, 1, -1) if self.kind == "labels" else y}
