{{/* The document of `--config` (docs/settings.md). Every value stands as JSON, which is YAML. */}}
{{- define "registrar.config" -}}
{{- $v := .Values -}}
{{- $providers := $v.providers -}}
{{- if $v.secretKey -}}
{{- $providers = list (dict "name" "custom" "secretNamePattern" $v.secretNamePattern "secretKeys" (list $v.secretKey)) -}}
{{- end -}}
{{- $ttl := $v.demotedTTL | default "0s" | toString -}}
apiVersion: registrar/v1
kind: Config
targetNamespace: {{ toRawJson $v.targetNamespace }}
labelPrefix: {{ toRawJson $v.labelPrefix }}
managedBy: {{ toRawJson $v.managedBy }}
{{- with $providers }}
providers:
{{- range . }}
  - {{ toRawJson . }}
{{- end }}
{{- end }}
execCredentials: {{ $v.execCredentials }}
execHosts: {{ toRawJson $v.execHosts }}
execProxies: {{ toRawJson $v.execProxies }}
interval: {{ toRawJson $v.interval }}
demotedTTL: {{ eq $ttl "0" | ternary "0s" $ttl | toRawJson }}
{{- with $v.maxRemovals | toString }}
maxRemovals: {{ toRawJson . }}
{{- end }}
renames: {{ toRawJson $v.renames }}
updatesPerMinute: {{ int64 $v.updatesPerMinute }}
uidGrace: {{ toRawJson $v.uidGrace }}
{{- end -}}
