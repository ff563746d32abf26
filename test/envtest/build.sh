#!/usr/bin/env bash
# Builds kube-apiserver, kube-controller-manager and etcd from their Go modules,
# once per set of versions, and prints the folder that holds them. Beside it come
# the CRDs of Argo CD, out of its module.
# About 6 minutes on two cores with an empty module cache; a stamped folder is reused.
# KUBEBUILDER_ASSETS, when set, names a folder with the three programs to use instead.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/kubectl-registrar/envtest
export GOTOOLCHAIN=local

needs_go() {
  command -v go >/dev/null || {
    echo "error: go is needed to $1" >&2
    echo "install Go 1.25 or newer$2" >&2
    exit 1
  }
}

argocd_module=github.com/argoproj/argo-cd/v3
argocd=$(awk -v module="$argocd_module" '$1 == "require" && $2 == module { print $3 }' "$here/argo-cd/go.mod")
crds=$cache/argo-cd-$argocd
if [ ! -e "$crds/.complete" ]; then
  needs_go 'fetch the CRDs of Argo CD' ''
  # The go.sum beside go.mod holds nothing but this module: it is never built.
  (cd "$here/argo-cd" && go mod download "$argocd_module") >&2
  module=$(cd "$here/argo-cd" && go list -m -f '{{.Dir}}' "$argocd_module")
  mkdir -p "$crds"
  cp -f "$module"/manifests/crds/application-crd.yaml "$module"/manifests/crds/applicationset-crd.yaml "$crds"
  touch "$crds/.complete"
fi

if [ -n "${KUBEBUILDER_ASSETS:-}" ]; then
  echo "$KUBEBUILDER_ASSETS"
  exit 0
fi

kubernetes=$(awk '$1 == "require" && $2 == "k8s.io/kubernetes" { print $3 }' "$here/kubernetes/go.mod"
awk '$1 == "k8s.io/kubernetes" && $2 ~ /^v/ { print $2; exit }' "$here/kubernetes/go.mod")
kubernetes=${kubernetes%%$'\n'*}
etcd=$(awk '{ for (i = 1; i < NF; i++) if ($i == "go.etcd.io/etcd/server/v3") { print $(i + 1); exit } }' "$here/etcd/go.mod")
assets=$cache/kubernetes-$kubernetes-etcd-$etcd
if [ -e "$assets/.complete" ]; then
  echo "$assets"
  exit 0
fi
needs_go 'build kube-apiserver and etcd' ', or set KUBEBUILDER_ASSETS to a folder that holds both'

mkdir -p "$assets"
version=${kubernetes#v}
major=${version%%.*}
rest=${version#*.}
package=k8s.io/component-base/version
stamp="-s -w -X $package.gitVersion=$kubernetes -X $package.gitMajor=$major -X $package.gitMinor=${rest%%.*}"
export CGO_ENABLED=0
# One after the other: two of these links at once do not fit a small machine.
(cd "$here/etcd" && go build -buildvcs=false -trimpath -ldflags '-s -w' -o "$assets/etcd" go.etcd.io/etcd/server/v3) >&2
(cd "$here/kubernetes" && go build -buildvcs=false -trimpath -ldflags "$stamp" -o "$assets/kube-apiserver" k8s.io/kubernetes/cmd/kube-apiserver) >&2
(cd "$here/kubernetes" && go build -buildvcs=false -trimpath -ldflags "$stamp" -o "$assets/kube-controller-manager" k8s.io/kubernetes/cmd/kube-controller-manager) >&2
touch "$assets/.complete"
echo "$assets"
