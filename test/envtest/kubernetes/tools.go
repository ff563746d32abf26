//go:build tools

// Package kubernetes pins the API server and the namespace controller that the
// end-to-end tests start; scripts build them from the module cache.
package kubernetes

import (
	_ "k8s.io/kubernetes/cmd/kube-apiserver/app"
	_ "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)
