"""The wheel of this system, installed into a fresh environment in which there is no Go."""

import os
import subprocess
import sys
import sysconfig

import pytest

WHEEL = os.environ.get("PROXLAB_WHEEL")


@pytest.mark.skipif(not WHEEL, reason="PROXLAB_WHEEL names no wheel: tools/test.sh writes one")
def test_installed(tmp_path):
    assert os.path.getsize(WHEEL) < 20e6
    subprocess.run([sys.executable, "-m", "venv", tmp_path], check=True)
    python = tmp_path / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", WHEEL], check=True)
    site = subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True)
    with open(os.path.join(site.strip(), "beside.pth"), "w") as f:  # numpy and scikit-learn of this environment
        f.write(sysconfig.get_path("purelib"))
    env = {"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)}

    def run(*words):
        return subprocess.check_output([python, *words], text=True, env=env, cwd=tmp_path)

    assert run("-m", "proxlab", "version").startswith("proxlab ")
    assert "pip" not in run("-c", "import proxlab, sys; print(proxlab.__file__)").replace(str(tmp_path), "")
    said = run("-c", "import numpy as np, proxlab; X = np.eye(4); m = proxlab.Lasso(.1).fit(X, X[0]); "
                     "print(m.status_, proxlab.__version__)")
    assert said == "converged 0.0.1\n"
    assert subprocess.check_output([tmp_path / "bin" / "proxlab", "licenses"], env=env)
