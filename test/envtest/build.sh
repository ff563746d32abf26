#!/usr/bin/env bash
# Builds kube-apiserver, kube-controller-manager and etcd from their Go modules,
# once per set of versions, and prints the folder that holds them.
# About 6 minutes on two cores with an empty module cache; a stamped folder is reused.
# KUBEBUILDER_ASSETS, when set, names a folder to use instead.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if [ -n "${KUBEBUILDER_ASSETS:-}" ]; then
  echo "$KUBEBUILDER_ASSETS"
  exit 0
fi

kubernetes=$(awk '$1 == "require" && $2 == "k8s.io/kubernetes" { print $3 }' "$here/kubernetes/go.mod"
awk '$1 == "k8s.io/kubernetes" && $2 ~ /^v/ { print $2; exit }' "$here/kubernetes/go.mod")
kubernetes=${kubernetes%%$'\n'*}
etcd=$(awk '{ for (i = 1; i < NF; i++) if ($i == "go.etcd.io/etcd/server/v3") { print $(i + 1); exit } }' "$here/etcd/go.mod")
assets=${XDG_CACHE_HOME:-$HOME/.cache}/kubectl-registrar/envtest/kubernetes-$kubernetes-etcd-$etcd
if [ -e "$assets/.complete" ]; then
  echo "$assets"
  exit 0
fi
command -v go >/dev/null || {
  echo "error: go is needed to build kube-apiserver and etcd" >&2
  echo "install Go 1.25 or newer, or set KUBEBUILDER_ASSETS to a folder that holds both" >&2
  exit 1
}

mkdir -p "$assets"
version=${kubernetes#v}
major=${version%%.*}
rest=${version#*.}
package=k8s.io/component-base/version
stamp="-s -w -X $package.gitVersion=$kubernetes -X $package.gitMajor=$major -X $package.gitMinor=${rest%%.*}"
export CGO_ENABLED=0 GOTOOLCHAIN=local
# One after the other: two of these links at once do not fit a small machine.
(cd "$here/etcd" && go build -buildvcs=false -trimpath -ldflags '-s -w' -o "$assets/etcd" go.etcd.io/etcd/server/v3) >&2
(cd "$here/kubernetes" && go build -buildvcs=false -trimpath -ldflags "$stamp" -o "$assets/kube-apiserver" k8s.io/kubernetes/cmd/kube-apiserver) >&2
(cd "$here/kubernetes" && go build -buildvcs=false -trimpath -ldflags "$stamp" -o "$assets/kube-controller-manager" k8s.io/kubernetes/cmd/kube-controller-manager) >&2
touch "$assets/.complete"
echo "$assets"
