import type { Shell } from './words.ts'

/** Candidates have what they are behind a tab; the last line is what the shell is to do, and 0 asks for files. */
const BASH = `# bash completion of kubectl-registrar and of argocd registrar
__registrar_ask() {
  local program=$1 out line directive
  shift
  out=$("$program" __complete "$@" 2>/dev/null) || return
  directive=\${out##*:}
  COMPREPLY=()
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY+=("\${line%%$'\\t'*}")
  done <<<"\${out%:*}"
  if [ "$directive" = 0 ]; then compopt -o default 2>/dev/null; fi
}

__registrar_words() {
  # What stands before the cursor, joined again where bash splits it at = and :
  local line=\${COMP_LINE:0:COMP_POINT}
  read -ra __registrar_typed <<<"$line"
  case $line in *[[:space:]]) __registrar_typed+=('') ;; esac
}

__registrar_start() {
  local -a __registrar_typed
  __registrar_words
  __registrar_ask "\${__registrar_typed[0]}" "\${__registrar_typed[@]:1}"
}

__registrar_argocd() {
  local -a __registrar_typed
  __registrar_words
  if [ "\${__registrar_typed[1]}" = registrar ] && [ "\${#__registrar_typed[@]}" -gt 2 ]; then
    __registrar_ask argocd-registrar "\${__registrar_typed[@]:2}"
  elif declare -F __start_argocd >/dev/null; then
    __start_argocd
  fi
}

complete -F __registrar_start kubectl-registrar argocd-registrar
complete -o default -F __registrar_argocd argocd
`

const ZSH = `#compdef kubectl-registrar argocd-registrar
# zsh completion of kubectl-registrar and of argocd registrar
__registrar_ask() {
  local program=$1 out line
  local -a lines found
  shift
  out=$("$program" __complete "$@" 2>/dev/null) || return
  lines=("\${(@f)out}")
  if [[ $lines[-1] == ':0' ]]; then
    _files
    return
  fi
  for line in "\${(@)lines[1,-2]}"; do
    [[ -n $line ]] && found+=("\${\${line//:/\\\\:}/$'\\t'/:}")
  done
  # What stands before = has been typed.
  compset -P '-*='
  _describe registrar found
}

__registrar_start() {
  __registrar_ask $words[1] "\${(@)words[2,CURRENT]}"
}

__registrar_argocd() {
  if [[ $words[2] == registrar && CURRENT -gt 2 ]]; then
    __registrar_ask argocd-registrar "\${(@)words[3,CURRENT]}"
  elif (( $+functions[_argocd] )); then
    _argocd
  fi
}

compdef __registrar_start kubectl-registrar argocd-registrar
compdef __registrar_argocd argocd
`

const FISH = `# fish completion of kubectl-registrar and of argocd registrar
function __registrar_ask
    set -l program $argv[1]
    set -l typed (commandline -opc) (commandline -ct)
    set -l out ($program __complete $typed[$argv[2]..-1] 2>/dev/null)
    if test "$out[-1]" = ':0'
        __fish_complete_path (commandline -ct)
    else if test (count $out) -gt 1
        string join \\n -- $out[1..-2]
    end
end

complete -c kubectl-registrar -f -a '(__registrar_ask kubectl-registrar 2)'
complete -c argocd-registrar -f -a '(__registrar_ask argocd-registrar 2)'
complete -c argocd -n 'string match -q registrar -- (commandline -opc)[2]' -f -a '(__registrar_ask argocd-registrar 3)'
`

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH }

/** What a shell reads to complete the executable by its own name, and `argocd registrar`. */
export const completionScript = (shell: Shell): string => SCRIPTS[shell]
