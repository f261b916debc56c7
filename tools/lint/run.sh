#!/usr/bin/env bash
# Runs every linter over the whole module and shows what all of them find; whatever a linter prints is a finding.
set -uo pipefail
cd "$(dirname "$0")/../.."
PATH="$PWD/.bin/lint:$PATH"
export STATICCHECK_CACHE="$PWD/.bin/lint/cache"
export GOGC=400 # a quarter less processor time for more memory
files=$(find . \( -path './.*' -o -path ./node_modules -o -path ./out \) -prune -o -name '*.go' -print)
running=()

go list -export -deps -test ./... >/dev/null # compiled once, which linters that start together would each do

# windows runs a tool as for Windows; modules that are needed there alone come first, since to say so is no finding.
windows() {
  export GOOS=windows
  go list -deps ./... >/dev/null 2>&1
  "$@"
}

# lint starts one linter beside the others.
lint() {
  {
    if ! said=$("$@" 2>&1) || [ -n "$said" ]; then
      printf '%s:\n%s\n\n' "$1" "${said:-failed without saying why}"
      false
    fi
  } &
  running+=($!)
}

# silent tests our own linter; go test says more than nothing where all is well.
silent() (
  cd tools/lint && said=$(go test "./$1/..." 2>&1) || echo "$said"
)

lint staticcheck ./...
lint deadcode -test ./...
lint go vet ./...
lint windows deadcode -filter '^$' ./... # which reads all but tests as for a system that few of us have, compiles nothing, and tells of errors only
lint windows go vet ./internal/machine ./internal/outfile ./internal/processes # where that has files of its own
lint goimports -l $files
lint lll --goonly --maxlength 120 --tabwidth 1 --exclude 'https?://' $files # an address cannot be broken
lint misspell $files *.md docs/*.md docs/results/*.md notebooks/*.md
lint revive -config tools/lint/revive.toml ./...
lint gocritic check ./...
lint errcheck -exclude tools/lint/errcheck.txt ./...
lint go-errorlint ./...
lint unconvert ./...
lint unparam ./...
lint usestdlibvars ./...
lint go vet -vettool="$PWD/.bin/lint/concepts" ./... # packages that are too large, or whose files go in circles
lint silent concepts

found=0
for job in "${running[@]}"; do wait "$job" || found=1; done
git ls-files '*.go' | grep -v _test.go$ | xargs cat | wc -l | sed 's/$/ lines of Go without tests/'
exit $found
