import { Argument, Command } from 'commander'
import { completionScript, SHELLS, type Shell } from './shared/completion-script.ts'
import { section } from './shared/help.ts'
import { write } from './shared/output.ts'

export const completionCommand = new Command('completion')
  .description('print a script that completes commands and options with the Tab key')
  .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
  .addHelpText(
    'after',
    section('Examples', [
      'bash  add to ~/.bashrc: source <(signage completion bash)',
      'zsh   add to ~/.zshrc, after compinit: source <(signage completion zsh)',
      'fish  $ signage completion fish > ~/.config/fish/completions/signage.fish',
    ]),
  )
  .action((shell: Shell, _options: object, { parent }: Command) => {
    if (parent !== null) write(completionScript(parent, shell))
  })
