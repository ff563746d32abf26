# Sourced by run and nightly. Whatever ends the script, its last line are the sums of the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null
export CI=true

tests_ran=false
finish() {
  local code=$?
  [ "$tests_ran" = true ] || printf '\n0 passed, 1 failed, 0 skipped\n'
  exit "$code"
}
trap finish EXIT

# step TITLE COMMAND…: runs it, says how long it took, and ends the script where it fails.
step() {
  local title=$1 start=$SECONDS code=0
  shift
  printf '== %s\n' "$title"
  "$@" || code=$?
  if [ "$code" -ne 0 ]; then
    printf 'error: %s failed with code %d after %d s\n' "$title" "$code" "$((SECONDS - start))" >&2
    exit 1
  fi
  printf '   %s: %d s\n' "$title" "$((SECONDS - start))"
}

needs() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || {
      printf 'error: %s is missing\ninstall it: the tests run it\n' "$program" >&2
      return 1
    }
  done
}

prepare() {
  step 'programs' needs node npm git kubectl openssl
  step 'npm ci' npm ci --include=dev --no-audit --no-fund --loglevel=error
  step 'kube-apiserver and etcd' test/envtest/build.sh
  step 'helm' .ci/helm.sh
  step 'krew' .ci/krew.sh
  step 'build' npm run --silent build
}
