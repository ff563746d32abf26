{{/* Cut so that every suffix still fits a label; what is cut off goes on in a hash, so that two long names stay two. */}}
{{- define "registrar.fullname" -}}
{{- $name := .Values.fullnameOverride -}}
{{- if not $name -}}
{{- $name = contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) -}}
{{- end -}}
{{- if gt (len $name) 50 -}}
{{- printf "%s-%s" (trunc 41 $name | trimSuffix "-") (sha256sum $name | trunc 8) -}}
{{- else -}}
{{- $name -}}
{{- end -}}
{{- end -}}

{{- define "registrar.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ quote .Release.Name }}
{{- end -}}

{{- define "registrar.labels" -}}
{{- $own := dict
  "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_")
  "app.kubernetes.io/name" .Chart.Name
  "app.kubernetes.io/instance" .Release.Name
  "app.kubernetes.io/version" .Chart.AppVersion
  "app.kubernetes.io/managed-by" .Release.Service -}}
{{- toYaml (mergeOverwrite (deepCopy .Values.commonLabels) $own) -}}
{{- end -}}

{{/* Metadata of an object: {root, suffix, namespace, labels, annotations}; no namespace: of the cluster. */}}
{{- define "registrar.metadata" -}}
{{- $root := .root -}}
name: {{ printf "%s%s" (include "registrar.fullname" $root) .suffix | quote }}
{{- with .namespace }}
namespace: {{ quote . }}
{{- end }}
labels:
  {{- toYaml (mergeOverwrite (deepCopy (.labels | default dict)) (include "registrar.labels" $root | fromYaml)) | nindent 2 }}
{{- with mergeOverwrite (deepCopy $root.Values.commonAnnotations) (.annotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The name that `watch` gives the Lease too. */}}
{{- define "registrar.lease" -}}
{{- .Values.leaderElection.id | default (printf "%s|%s" .Values.labelPrefix .Values.managedBy | sha256sum | trunc 16 | printf "acr-%s") -}}
{{- end -}}

{{- define "registrar.subjects" -}}
- kind: ServiceAccount
  name: {{ include "registrar.fullname" . }}-sa
  namespace: {{ quote .Release.Namespace }}
{{- end -}}
