import { type Command, Failure } from './command.ts';

/** @throws Failure for another shell than bash and zsh */
export function completion(shell: string, commands: Record<string, Command>): string {
  if (shell !== 'bash' && shell !== 'zsh') throw new Failure('use lms completion bash or lms completion zsh');
  const cases = Object.entries(commands).map(([name, { words = [], options = {} }]) => {
    const all = [...words, ...Object.keys(options).map((option) => `--${option}`), '--help'];
    return `    ${name}) COMPREPLY=($(compgen -f -W '${all.join(' ')}' -- "$word"));;`;
  });
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_lms() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W '${[...Object.keys(commands), 'completion'].join(' ')}' -- "$word")); return; fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -F _lms lms
`;
}
