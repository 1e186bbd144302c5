import { type Command, Help } from 'commander'
import { note, write } from './output.ts'

const bold = (text: string) => `\u001b[1m${text}\u001b[22m`

/** The text of `addHelpText('after', …)` with examples, each a command line with a comment or without. */
export function examples(...lines: readonly string[]): string {
  return section(
    'Examples',
    lines.map((line) => `$ ${line}`),
  )
}

/** A section of a help text: a heading, and indented lines below it. */
export function section(heading: string, lines: readonly string[]): string {
  return `\n${bold(`${heading}:`)}\n${lines.map((line) => `  ${line}`).join('\n')}`
}

/** Gives a command and its subcommands the same help, and the same form of usage errors. */
export function configureHelp(command: Command): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ commandUsage, styleTitle: bold })
    .configureOutput({ writeOut: write, outputError: noteUsageError })
    .showHelpAfterError(hint(command))
  for (const subcommand of command.commands) configureHelp(subcommand)
}

/** Unlike the default, `[options]` is only shown if there are any besides `--help`. */
function commandUsage(command: Command): string {
  const usage = new Help().commandUsage(command)
  return command.options.length > 0 ? usage : usage.replace(' [options]', '')
}

function hint(command: Command): string {
  const usage = commandUsage(command)
  return `Usage: ${usage}\nRun "${pathOf(command)} --help" for details.`
}

/** The command and its parents, such as `signage keys create`. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

/**
 * Prints an error of commander as a sentence and, on a second line, a suggestion if there is one. The text may
 * contain control characters from the command line; `note` escapes them.
 */
function noteUsageError(text: string): void {
  const [error = '', ...suggestions] = text.trimEnd().split(/\n(?=\(Did you mean )/)
  note(toSentence(error))
  for (const suggestion of suggestions) note(suggestion)
}

function toSentence(error: string): string {
  const text = error.replace(/^error: /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
