{{- define "registrar.refuse" -}}
{{- $guard := get (.root.Files.Get "files/guards.json" | fromJson) .guard -}}
{{- fail (printf "%s\n%s" $guard.message $guard.remedy) -}}
{{- end -}}

{{/* What no schema can say. The same as src/manifests/guards.ts, in the same order. */}}
{{- define "registrar.guards" -}}
{{- $v := .Values -}}
{{- range $old, $new := .Files.Get "files/renamed.json" | fromJson -}}
{{- if hasKey $v $old -}}
{{- fail (printf "%s: there is no such value\nwrite %s" $old $new) -}}
{{- end -}}
{{- end -}}
{{- if and (or $v.secretNamePattern $v.secretKey) $v.providers -}}
{{- include "registrar.refuse" (dict "root" . "guard" "providerPair") -}}
{{- end -}}
{{- if and $v.secretNamePattern (not $v.secretKey) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "secretKeyMissing") -}}
{{- end -}}
{{- if and $v.secretKey (not $v.secretNamePattern) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "secretNamePatternMissing") -}}
{{- end -}}
{{- $names := list -}}
{{- range $v.providers -}}
{{- $name := kindIs "map" . | ternary (get (kindIs "map" . | ternary . dict) "name") (splitList "=" (toString .) | first | trim) -}}
{{- if has $name $names -}}
{{- fail (printf "provider %s is listed twice\nlist it once, or rename one of the two" $name) -}}
{{- end -}}
{{- $names = append $names $name -}}
{{- end -}}
{{- $address := "^:[0-9]+$" -}}
{{- if and $v.probes.enabled (not (regexMatch $address $v.probes.bindAddress)) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "probesAddress") -}}
{{- end -}}
{{- if and $v.metrics.enabled (not (regexMatch $address $v.metrics.bindAddress)) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "metricsAddress") -}}
{{- end -}}
{{- if and $v.probes.enabled $v.metrics.enabled (eq $v.probes.bindAddress $v.metrics.bindAddress) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "samePort") -}}
{{- end -}}
{{- if and (gt (int $v.replicaCount) 1) (not $v.leaderElection.enabled) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "replicas") -}}
{{- end -}}
{{- if and $v.metrics.serviceMonitor.enabled (not (and $v.metrics.enabled $v.metrics.service.enabled)) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "serviceMonitor") -}}
{{- end -}}
{{- if and $v.metrics.prometheusRule.enabled (not $v.metrics.enabled) -}}
{{- include "registrar.refuse" (dict "root" . "guard" "prometheusRule") -}}
{{- end -}}
{{- with $v.admissionPolicy -}}
{{- if and .enabled (not .authorizedGroups) (not .authorizedUsers) -}}
{{- include "registrar.refuse" (dict "root" $ "guard" "admissionNobody") -}}
{{- end -}}
{{- if and .enabled (has "Deny" .validationActions) (has "Warn" .validationActions) -}}
{{- include "registrar.refuse" (dict "root" $ "guard" "admissionActions") -}}
{{- end -}}
{{- if and .enabled (semverCompare "<1.30.0-0" $.Capabilities.KubeVersion.Version) -}}
{{- fail (printf "admissionPolicy.enabled: ValidatingAdmissionPolicy v1 came with Kubernetes 1.30, and this is %s\nif the hub is newer than helm was told, pass --kube-version" $.Capabilities.KubeVersion.Version) -}}
{{- end -}}
{{- end -}}
{{- if regexMatch "(^|/)argocd-cluster-registrar$" $v.image.repository -}}
{{- include "registrar.refuse" (dict "root" . "guard" "foreignImage") -}}
{{- end -}}
{{- end -}}
