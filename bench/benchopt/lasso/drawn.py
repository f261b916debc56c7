import numpy as np
from benchopt import BaseDataset


class Dataset(BaseDataset):
    """Normal features, a hundredth of which matter."""

    name = "drawn"
    parameters = {"n_samples, n_features": [(600, 500)]}

    def get_data(self):
        rng = np.random.default_rng(0)
        X = rng.standard_normal((self.n_samples, self.n_features))
        w = np.zeros(self.n_features)
        w[:: self.n_features // 5] = 1
        return {"X": X, "y": X @ w + rng.standard_normal(self.n_samples)}
