"""What pip asks of a source distribution of proxlab: there is nothing to build without Go, and this says so."""

SAYS = """proxlab is Python and a command in Go, which wheels have inside: this system has no wheel.
With Go 1.26 and a clone of the project:
    go build -o proxlab ./cmd/proxlab
    export PROXLAB_BINARY=$PWD/proxlab PYTHONPATH=$PWD/python/src
and numpy and scikit-learn installed, `import proxlab` works."""


def build_wheel(*_, **__):
    """Say what to do."""
    raise SystemExit(SAYS)


build_sdist = build_wheel
