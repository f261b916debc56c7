"""Compare computations that are no fits: python bench/works.py [WORK ...] [--threads N] prints processor seconds, the
least of five, of proxlab and of a peer in Python on the same numbers, and checks that the results agree.

With `WORK FILE ...` and the environment's PROXLAB_PEER it is the peer of one work, in a process of its own.
"""

import argparse, json, os, subprocess, sys, tempfile, time

import numpy as np

from rows import FOLDER

HERE = os.path.dirname(os.path.abspath(__file__))
REPEATS, WORDS = 5, 25


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


def chambolle(tol):
    def denoise(y):
        from skimage.restoration import denoise_tv_chambolle
        return variation(denoise_tv_chambolle(y, weight=0.1, eps=tol, max_num_iter=100000), y)
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


# Title, tables, peers, what the result is to agree to, and floating-point operations where these bound the time.
WORKS = {
    "product": ("A B, 1,000³", lambda: normal((1000, 1000), (1000, 1000)),
                {"NumPy": lambda a, b: (a @ b)[0, 0]}, 1e-9, 2e9),
    "transposed": ("Aᵀ B, A 20,000 × 200, B 20,000 × 50", lambda: normal((20000, 200), (20000, 50)),
                   {"NumPy": lambda a, b: (a.T @ b)[0, 0]}, 1e-9, 4e8),
    "gram": ("Gaussian Gram matrix, 2,000 × 784", lambda: normal((2000, 784)),
             {"scikit-learn rbf_kernel": rbf}, 1e-9, 2000 * 2000 * 784),
    "denoise": ("total variation, 512²", lambda: [image()],
                {f"scikit-image Chambolle, eps {tol:g}": chambolle(tol) for tol in (2e-4, 1e-5, 1e-6)}, None, 0),
    "arborescence": ("1,000 trees of 25 words", lambda: normal((1000, WORDS * (WORDS + 1))),
                     {"ufal.chu_liu_edmonds": ufal}, 1e-9, 0),
}


def peer(name, who, files):
    tables = [np.load(f) for f in files]
    least = np.inf
    for _ in range(REPEATS):
        begun = time.process_time()
        value = WORKS[name][2][who](*tables)
        least = min(least, time.process_time() - begun)
    print(json.dumps({"Fit": least, "Value": float(value)}))


def run(command, threads, **more):
    env = dict(os.environ, GOMAXPROCS=str(threads), OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads), **more)
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return None
    return json.loads(done.stdout.strip().splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("works", nargs="*")
    parser.add_argument("--threads", type=int, default=1)
    a = parser.parse_args()
    if who := os.environ.get("PROXLAB_PEER"):
        return peer(a.works[0], who, a.works[1:])
    os.makedirs(FOLDER, exist_ok=True)
    print("| work | who | seconds | GFlop/s | result | proxlab ÷ it |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "measure")
        subprocess.run(["go", "build", "-o", binary, "./bench/measure"], check=True, cwd=os.path.dirname(HERE))
        for name, (title, tables, peers, close, flops) in WORKS.items():
            if a.works and name not in a.works:
                continue
            files = []
            for k, table in enumerate(tables()):
                files.append(os.path.join(FOLDER, f"work-{name}-{k}.npy"))
                np.save(files[-1], table)
            rate = lambda r: f"{flops / r['Fit'] / 1e9:.1f}" if flops else ""
            ours = run([binary, "-work", name, *files], a.threads)
            print(f"| {title} | proxlab | {ours['Fit']:.3g} | {rate(ours)} | {ours['Value']:.8g} | |", flush=True)
            for who in peers:
                r = run([sys.executable, __file__, name, *files], a.threads, PROXLAB_PEER=who)
                if r is None:
                    print(f"| {title} | {who} | – | | failed | |", flush=True)
                    continue
                if close and abs(r["Value"] - ours["Value"]) > close * max(1, abs(ours["Value"])):
                    raise SystemExit(f"{title}: proxlab has {ours['Value']}, {who} has {r['Value']}")
                print(f"| {title} | {who} | {r['Fit']:.3g} | {rate(r)} | {r['Value']:.8g} | "
                      f"{ours['Fit'] / r['Fit']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
