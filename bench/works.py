"""Computations that are no fits, on the same tables, and the peers that do them in Python."""

import numpy as np

WORDS = 25


def image():
    rng = np.random.default_rng(9)
    y, x = np.mgrid[:512, :512] / 512
    f = (np.hypot(x - 0.4, y - 0.5) < 0.3) * 0.6 + (x + y > 1.2) * 0.3
    return f + 0.1 * rng.standard_normal((512, 512))


def normal(*shapes):
    rng = np.random.default_rng(8)
    return [rng.standard_normal(s) for s in shapes]


def variation(f, y):
    """½‖f − y‖² + 0.1 TV(f), the norms of forward differences, 0 at the far edges."""
    d = np.zeros((2,) + f.shape)
    d[0, :-1], d[1, :, :-1] = np.diff(f, axis=0), np.diff(f, axis=1)
    return np.sum((f - y) ** 2) / 2 + 0.1 * np.sum(np.hypot(*d))


def chambolle(tol, of=np.float64):
    def denoise(y):
        from skimage.restoration import denoise_tv_chambolle
        return denoise_tv_chambolle(y.astype(of), weight=0.1, eps=tol, max_num_iter=100000)
    return denoise


def rbf(x):
    from sklearn.metrics.pairwise import rbf_kernel
    return rbf_kernel(x, gamma=1 / 200)[-1, 0]


def ufal(scores):
    from ufal.chu_liu_edmonds import chu_liu_edmonds
    total = 0.0
    for row in scores:
        full = np.full((WORDS + 1, WORDS + 1), np.nan)
        full[1:] = row.reshape(WORDS, WORDS + 1)  # a row a word, a column a head
        np.fill_diagonal(full, np.nan)
        total += chu_liu_edmonds(full)[1]
    return total


ROOM = {}  # results that the next ones take the place of, as ours do: a new one costs its pages


def into(f, *of):
    key = f, *(a.shape for a in of)
    ROOM[key] = f(*of, out=ROOM.get(key))
    return ROOM[key]


TYPES = {"": np.float64, "single, ": np.float32}

# Title, tables, peers, what the result is to agree to, and the floating-point operations that there must be.
WORKS = {
    "product": ("A B, 1,000³", lambda: normal((1000, 1000), (1000, 1000)),
                {"NumPy": lambda a, b: into(np.matmul, a, b)[0, 0]}, 1e-9, 2e9),
    "transposed": ("Aᵀ B, A 20,000 × 200, B 20,000 × 50", lambda: normal((20000, 200), (20000, 50)),
                   {"NumPy": lambda a, b: into(np.matmul, a.T, b)[0, 0]}, 1e-9, 4e8),
    "columns": ("Aᵀ A, 20,000 × 200", lambda: normal((20000, 200)),
                {"NumPy": lambda a: (a.T @ a)[0, 1]}, 1e-9, 20000 * 200 * 201),
    "rows": ("A Aᵀ, 1,000 × 2,000", lambda: normal((1000, 2000)),
             {"NumPy": lambda a: (a @ a.T)[0, 1]}, 1e-9, 2000 * 1000 * 1001),
    "exp": ("exp of 10⁶ numbers", lambda: normal((1000, 1000)), {"NumPy": lambda a: into(np.exp, a)[-1, -1]}, 1e-14, 0),
    "gram": ("Gaussian Gram matrix, 2,000 × 784", lambda: normal((2000, 784)),
             {"scikit-learn rbf_kernel": rbf}, 1e-9, 784 * 2000 * 2001),
    "denoise": ("total variation, 512², to 10⁻⁴", lambda: [image()],
                {f"scikit-image Chambolle, {name}eps 1e-07": chambolle(1e-7, of) for name, of in TYPES.items()}, None, 0),
    "denoise-loose": ("the same, to 2·10⁻³", lambda: [image()],
                      {f"scikit-image Chambolle, {name}eps {tol:g}": chambolle(tol, of)
                       for tol in (2e-4, 1e-5) for name, of in TYPES.items()}, None, 0),
    "arborescence": ("1,000 trees of 25 words", lambda: normal((1000, WORDS * (WORDS + 1))),
                     {"ufal.chu_liu_edmonds": ufal}, 1e-9, 0),
}
# Of the results that are no number, the number that is told.
VALUES = {"denoise": variation, "denoise-loose": variation}
