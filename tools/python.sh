#!/usr/bin/env bash
# The tests of the Python package with a command built for them, and a wheel of it: "tools/python.sh long" checks every
# estimator and penalty by scikit-learn's own checks, where it is a sample else.
set -uo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv-python/bin/python
if ! "$python" -c 'import pytest, sklearn' 2>/dev/null; then
  echo "the Python package is not tested: make test installs what that takes, with Python 3.11 or newer"
  exit 0
fi
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
target=$(go env GOOS)/$(go env GOARCH)
CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$built/proxlab" ./cmd/proxlab || exit 1
go run ./tools/release -wheel "$built/proxlab" -version v0.0.1 -targets "$target" -out "$built" || exit 1
export PROXLAB_BINARY=$built/proxlab PROXLAB_WHEEL PYTHONPATH=python/src PYTHONDONTWRITEBYTECODE=1
PROXLAB_WHEEL=$(ls "$built"/*.whl)
[ "${1:-}" != long ] || export PROXLAB_LONG=1
"$python" -m pytest -q -c python/pyproject.toml --rootdir python python/tests
