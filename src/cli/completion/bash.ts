import { COMPLETED, isPrinted, type Values } from './tree.ts';

/** A shell function that prints words for a text. */
function lookUp(name: string, rows: readonly (readonly [string, Values])[]): string {
  const print = (words: Values) => (isPrinted(words) ? words.command : `echo '${words.join(' ')}'`);
  const cases = rows
    .filter(([, words]) => isPrinted(words) || words.length > 0)
    .map(([key, words]) => `    '${key}') ${print(words)} ;;`);
  return `${name}() {\n  case "$1" in\n${cases.join('\n')}\n  esac\n}`;
}

const FUNCTIONS = [
  lookUp(
    '_diptych_commands',
    COMPLETED.map(({ path, commands }) => [path, commands.map(({ name }) => name)]),
  ),
  lookUp(
    '_diptych_options',
    COMPLETED.map(({ path, options }) => [path, options.flatMap(({ names }) => names)]),
  ),
  lookUp('_diptych_values', [
    ...COMPLETED.map(({ path, values }) => [path, values] as const),
    ...COMPLETED.flatMap(({ path, options }) =>
      options.flatMap(({ names, values }) => names.map((name) => [`${path} ${name}`, values] as const)),
    ),
  ]),
];

/** `path` is a variable of zsh, so another name is used. */
const BODY = `${FUNCTIONS.join('\n')}
_diptych() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at='' word i candidates
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    [[ " $(_diptych_commands "$at") " == *" $word "* ]] || break
    at="\${at:+$at }$word"
  done
  candidates="$(_diptych_values "$at $previous")"
  if [[ -z "$candidates" && "$current" == -* ]]; then
    candidates="$(_diptych_options "$at")"
  elif [[ -z "$candidates" ]]; then
    candidates="$(_diptych_commands "$at") $(_diptych_values "$at")"
  fi
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _diptych diptych
`;

export const bashCompletion = (): string => `# Completion of diptych for bash.\n${BODY}`;

/** zsh can run completions of bash. */
export const zshCompletion = (): string =>
  `# Completion of diptych for zsh.\nautoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${BODY}`;
