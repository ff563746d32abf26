//go:build tools

// Package etcd pins the etcd server that the end-to-end tests start. It is a
// module of its own because its dependencies disagree with those of Kubernetes.
package etcd

import _ "go.etcd.io/etcd/server/v3/etcdmain"
