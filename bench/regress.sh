#!/usr/bin/env bash
# Compares the benchmarks of two commits: bench/regress.sh OLD NEW [ROUNDS] [PACKAGE …]
#
# Builds the test binaries of both in work trees of their own, and runs them in turn, on one core, ROUNDS times (10).
# Lists the benchmarks of which the lower end of the 95 % interval of the median ratio new ÷ old is above 1.03, and
# ends with 1 where there is one. BENCHTIME is that of each run, 100ms by default, and BENCH a pattern of names.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
cd "$(dirname "$0")/.."
old=$1 new=$2 rounds=${3:-10}
packages=("${@:4}")
[ ${#packages[@]} -gt 0 ] || packages=(./toolkit/...)

folder=$(mktemp -d)
trap 'for side in old new; do git worktree remove --force "$folder/$side" 2>/dev/null || true; done; rm -rf "$folder"' EXIT
for side in old new; do
  git worktree add --quiet --detach "$folder/$side" "${!side}"
  mkdir "$folder/$side.bin"
  (cd "$folder/$side" && go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' "${packages[@]}") |
    while read -r dir; do
      grep -qs '^func Benchmark' "$dir"/*_test.go || continue
      name=${dir#"$folder/$side/"}
      (cd "$dir" && go test -c -o "$folder/$side.bin/${name//\//-}" .)
      printf '%s %s\n' "${name//\//-}" "$name" >>"$folder/$side.list"
    done
done

for round in $(seq "$rounds"); do
  while read -r binary name; do
    [ -x "$folder/old.bin/$binary" ] && [ -x "$folder/new.bin/$binary" ] || continue
    for side in old new; do
      # By the environment: -test.cpu comes too late for benchmarks that begin to loop before it is heeded.
      (cd "$folder/$side/$name" && GOMAXPROCS=1 "$folder/$side.bin/$binary" -test.run '^$' -test.bench "${BENCH:-.}" \
        -test.benchtime "${BENCHTIME:-100ms}" </dev/null) | awk -v side=$side -v round="$round" -v of="$name" \
        '/^Benchmark/ && $4 == "ns/op" { print of "." $1, round, side, $3 }' >>"$folder/times"
    done
  done <"$folder/new.list"
  echo "round $round of $rounds" >&2
done
python3 bench/regress.py <"$folder/times"
