#!/usr/bin/env bash
# All tests, with the race detector but for those that tools/arithmetic.txt names: they compute much, and start no goroutines that share
# anything, so that the detector would make them four times slower and see nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

names=tools/arithmetic.txt
packages=$(while read -r name; do
  grep -lr --include='*_test.go' "^func $name(" . || echo "$names: there is no test $name" >&2
done <$names | xargs -n 1 dirname | sort -u)
pattern="^($(paste -s -d '|' $names))\$"

# The notebooks first, which take longest. One package more at a time than there are processors: two wait more than they
# compute. The limit is for what hangs: a machine five times slower, and busy, is not to meet it. `make test` has vetted
# all of it before; go test would do so again, and all that it is made of for the race detector.
go test -vet=off -timeout 2h -run "$pattern" $packages
go test -vet=off -timeout 2h -tags purego ./toolkit/linalg/... ./toolkit/kernel ./toolkit/loss ./toolkit/prox # without assembly
go test -race -vet=off -timeout 2h -skip "$pattern" -p $(($(getconf _NPROCESSORS_ONLN) + 1)) ./tools/notebooks ./...
