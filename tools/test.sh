#!/usr/bin/env bash
# All tests, once each: without the race detector, which makes arithmetic ten to forty times slower. Then those again in
# which goroutines share something, by tools/race.txt, with it, and by it alone the packages that stand there as a whole;
# and the loops of the toolkit without assembly, and as on lesser processors. The notebooks take longest, and wait for
# browsers and kernels: they run beside all of these.
# "tools/test.sh long" leaves nothing out: without it go test has -short, by which tests choose fewer of a kind, and of
# tools/race.txt and the build without assembly there is a part.
set -uo pipefail
cd "$(dirname "$0")/.."

# The limit is for what hangs: a machine five times slower, and busy, is not to meet it. `make test` has vetted all of it
# before; go test would do so again, and all that it is made of for the race detector.
limits="-vet=off -timeout 90m -short"
loops="./toolkit/internal/simd ./toolkit/linalg/... ./toolkit/kernel ./toolkit/loss" # where assembly is, and its nearest users
plain=./toolkit/internal/simd # the users of its loops run those without assembly at the level plain
raced=$(grep -v '^#' tools/race.txt)
whole=$(grep -v ' -run ' <<<"$raced")
if [ "${1:-}" = long ]; then
  limits="-vet=off -timeout 90m"
  plain="-skip TestNoFalseCertificate ./toolkit/..." # which takes half the time
fi
failed=0

go test $limits ./tools/notebooks &
notebooks=$!
python=
trap 'kill "$notebooks" $python 2>/dev/null; wait' EXIT # they end when the go command above them is gone
trap 'exit 130' INT TERM # go test says that it failed, and no more

tools/python.sh "${1:-}" &
python=$!

go test $limits $(go list ./... | grep -vxF "$(go list ./tools/notebooks $whole)") || failed=1

# Besides the level that the processor has, which ran above. That it is asked for before tests begin go test does not see:
# it would take their results for these.
levels=plain
grep -qs avx512f /proc/cpuinfo && levels="avx2 plain"
for level in $levels; do
  PROXLAB_KERNEL=$level go test $limits -count=1 $loops || failed=1
done
go test $limits -tags purego $plain || failed=1
if [ "${1:-}" = long ] && command -v qemu-aarch64-static >/dev/null; then # another processor, where it can be emulated
  GOARCH=arm64 go test $limits -exec qemu-aarch64-static ./toolkit/internal/simd || failed=1
fi

# Compiled before, tests too, since go commands that begin together would each compile; with more memory for less of the
# processor's time, which is not for the tests themselves. One more at a time than there are processors: some wait.
GOGC=400 go list -race -export -deps -test $(sed 's/ -run .*//' <<<"$raced") >/dev/null || failed=1
xargs -P $(($(getconf _NPROCESSORS_ONLN) + 1)) -L 1 go test $limits -race <<<"$raced" || failed=1

wait "$python" || failed=1
wait "$notebooks" || failed=1
exit $failed
