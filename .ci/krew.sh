#!/usr/bin/env bash
# Builds krew and the check of its index from krew's Go module, once per version, and prints the folder that holds them.
# About a minute on two cores with an empty module cache; a stamped folder is reused.
# KREW_ASSETS, when set, names a folder with `kubectl-krew` and `validate-krew-manifest` to use instead.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../test/release/krew" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubectl-registrar/envtest
export GOTOOLCHAIN=local CGO_ENABLED=0
# One package at a time: the machine may be small, and others may work on it.
export GOFLAGS="${GOFLAGS:-} -p=1"

if [ -n "${KREW_ASSETS:-}" ]; then
  echo "$KREW_ASSETS"
  exit 0
fi

krew=$(awk '$1 == "require" && $2 == "sigs.k8s.io/krew" { print $3 }' "$here/go.mod")
assets=$cache/krew-$krew
if [ -e "$assets/.complete" ]; then
  echo "$assets"
  exit 0
fi
command -v go >/dev/null || {
  echo 'error: go is needed to build krew' >&2
  echo 'install Go 1.25 or newer, or set KREW_ASSETS to a folder that holds it' >&2
  exit 1
}

mkdir -p "$assets"
package=sigs.k8s.io/krew/internal/version
stamp="-s -w -X $package.gitTag=$krew -X $package.gitCommit=$krew"
build() {
  (cd "$here" && nice -n 10 go build -buildvcs=false -trimpath -ldflags "$stamp" -o "$assets/$1" "sigs.k8s.io/krew/cmd/$2") >&2
}
# The name by which `kubectl krew` finds it, which the check needs.
build kubectl-krew krew
build validate-krew-manifest validate-krew-manifest
touch "$assets/.complete"
echo "$assets"
