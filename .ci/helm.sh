#!/usr/bin/env bash
# Builds helm from its Go module, once per version, and prints the folder that holds it. Beside it come the CRDs of the
# Prometheus operator, out of its module, which the chart can make objects of.
# About 3 minutes on two cores with an empty module cache; a stamped folder is reused.
# HELM_ASSETS, when set, names a folder with `helm` to use instead.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../test/chart" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubectl-registrar/envtest
export GOTOOLCHAIN=local CGO_ENABLED=0
# One package at a time: the machine may be small, and others may work on it.
export GOFLAGS="${GOFLAGS:-} -p=1"

needs_go() {
  command -v go >/dev/null || {
    echo "error: go is needed to $1" >&2
    echo "install Go 1.25 or newer$2" >&2
    exit 1
  }
}

# version_of FOLDER MODULE: as its go.mod pins it.
version_of() {
  awk -v module="$2" '{ for (i = 1; i < NF; i++) if ($i == module && $(i + 1) ~ /^v/) { print $(i + 1); exit } }' \
    "$here/$1/go.mod"
}

operator_module=github.com/prometheus-operator/prometheus-operator
operator=$(version_of prometheus-operator "$operator_module")
crds=$cache/prometheus-operator-$operator
if [ ! -e "$crds/.complete" ]; then
  needs_go 'fetch the CRDs of the Prometheus operator' ''
  # The go.sum beside go.mod holds nothing but this module: it is never built.
  (cd "$here/prometheus-operator" && go mod download "$operator_module") >&2
  module=$(cd "$here/prometheus-operator" && go list -m -f '{{.Dir}}' "$operator_module")
  mkdir -p "$crds"
  for kind in servicemonitors prometheusrules; do
    cp -f "$module/example/prometheus-operator-crd/monitoring.coreos.com_$kind.yaml" "$crds"
  done
  touch "$crds/.complete"
fi

if [ -n "${HELM_ASSETS:-}" ]; then
  echo "$HELM_ASSETS"
  exit 0
fi

helm=$(version_of helm helm.sh/helm/v3)
assets=$cache/helm-$helm
if [ -e "$assets/.complete" ]; then
  echo "$assets"
  exit 0
fi
needs_go 'build helm' ', or set HELM_ASSETS to a folder that holds it'

mkdir -p "$assets"
# As helm's own build does: without these two it takes every cluster for Kubernetes 1.20.
client=$(version_of helm k8s.io/client-go)
minor=${client#v0.}
stamp="-s -w -X helm.sh/helm/v3/internal/version.version=$helm -X helm.sh/helm/v3/internal/version.metadata="
for package in pkg/lint/rules pkg/chartutil; do
  stamp+=" -X helm.sh/helm/v3/$package.k8sVersionMajor=1"
  stamp+=" -X helm.sh/helm/v3/$package.k8sVersionMinor=${minor%%.*}"
done
(cd "$here/helm" && nice -n 10 go build -buildvcs=false -trimpath -ldflags "$stamp" -o "$assets/helm" helm.sh/helm/v3/cmd/helm) >&2
touch "$assets/.complete"
echo "$assets"
