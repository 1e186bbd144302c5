import { Argument, type Command as BaseCommand } from 'commander'
import { Command, exampleSection } from './shared/command.ts'
import { write } from './shared/output.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export const completionCommand = new Command('completion')
  .description('print a script that completes commands and options with the Tab key')
  .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
  .addHelpText(
    'after',
    exampleSection([
      'bash  add to ~/.bashrc: source <(signage completion bash)',
      'zsh   add to ~/.zshrc, after compinit: source <(signage completion zsh)',
      'fish  $ signage completion fish > ~/.config/fish/completions/signage.fish',
    ]),
  )
  .action((shell: Shell, _options: object, { parent }: BaseCommand) => {
    if (parent !== null) write(completionScript(parent, shell))
  })

/** What can follow a command, and its names without that of the program, such as `keys create`. */
interface Completion {
  readonly path: string
  readonly words: readonly string[]
}

/** A script with which a shell completes the commands, options and choices of a program. */
function completionScript(program: BaseCommand, shell: Shell): string {
  // Subcommands come before their parents, because the first match is used.
  const completions = completionsOf(program).reverse()
  if (shell === 'fish') return fishScript(program.name(), completions)
  const script = bashScript(program.name(), completions)
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`
}

function completionsOf(command: BaseCommand, path: readonly string[] = []): Completion[] {
  const subcommands = command.commands.map((child) => completionsOf(child, [...path, child.name()]))
  return [{ path: path.join(' '), words: wordsAfter(command) }, ...subcommands.flat()]
}

function wordsAfter(command: BaseCommand): string[] {
  const { commands, options, registeredArguments } = command
  const visible = options.filter(({ hidden }) => !hidden)
  // Where files or ids are typed, the choices of options would get in the way.
  const isTyped = registeredArguments.some(({ argChoices }) => argChoices === undefined)
  return [
    ...commands.map((child) => child.name()),
    ...registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...visible
      .flatMap(({ long, argChoices = [] }) => [long ?? '', ...(isTyped ? [] : argChoices)])
      .filter(Boolean),
    '--help',
  ]
}

function bashScript(name: string, completions: readonly Completion[]): string {
  const cases = completions.map(({ path, words }) => `    "${path}"*) words="${words.join(' ')}" ;;`)
  return `_${name}() {
  local path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path="\${path:+$path }$word"
  done
  case "$path" in
${cases.join('\n')}
  esac
  word="\${COMP_WORDS[COMP_CWORD]}"
  [[ $word == -* ]] && COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ $word == -* ]] || COMPREPLY=($(compgen -W "$words" -X "-*" -- "$word"))
}
complete -o default -F _${name} ${name}
`
}

function fishScript(name: string, completions: readonly Completion[]): string {
  const cases = completions.map(
    ({ path, words }) => `    case '${path}*'\n      printf '%s\\n' ${words.join(' ')}`,
  )
  return `function __${name}_words
  set -l words (commandline -opc)
  switch (string join ' ' (string match -v -- '-*' $words[2..-1]))
${cases.join('\n')}
  end
end
complete -c ${name} -a '(__${name}_words)'
`
}
