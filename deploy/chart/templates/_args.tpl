{{- define "registrar.args" -}}
{{- $v := .Values -}}
{{- $verbosity := max (int $v.verbosity) ($v.debug | ternary 1 0) -}}
- watch
- --config=/etc/kubectl-registrar/config.yaml
- --workers={{ int $v.workers }}
- --log-format={{ $v.logFormat }}
{{- if $v.leaderElection.enabled }}
- --leader-elect
- --leader-election-id={{ include "registrar.lease" . }}
{{- end }}
- --health-probe-bind-address={{ $v.probes.enabled | ternary $v.probes.bindAddress "0" }}
{{- if $v.metrics.enabled }}
- --metrics-bind-address={{ $v.metrics.bindAddress }}
{{- end }}
{{- if $v.dryRun }}
- --dry-run
{{- end }}
{{- if not $v.prune }}
- --no-prune
{{- end }}
{{- if gt $verbosity 0 }}
- -v={{ $verbosity }}
{{- end }}
{{- end -}}
