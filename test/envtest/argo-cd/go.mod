module kubectl-registrar.test/envtest/argo-cd

go 1.25.5

require github.com/argoproj/argo-cd/v3 v3.2.12
