import { Command as BaseCommand, type OptionValues } from 'commander'
import { CommandError } from '../../lib/command-error.ts'
import type { Database, Statement } from '../../storage/database.ts'
import { withDatabase } from './database.ts'
import { printJson, printToStderr, write } from './output.ts'

const bold = (text: string) => `\u001b[1m${text}\u001b[22m`

/** Options without a value. */
export type Flags<Names extends string> = { readonly [Name in Names]?: true }

/** A deletion, in words and in SQL. */
export interface Deletion {
  readonly what: string
  readonly statements: Iterable<Statement>
}

/**
 * A command of commander. If only a few commands need a module, such as the HTTP server, load it with `import()` inside their
 * actions. This halves the start of the other commands.
 */
export class Command extends BaseCommand {
  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', exampleSection(lines.map((line) => `$ ${line}`)))
  }

  /**
   * Makes the command read the database and print the result: with `show`, or as JSON if `--json` is given.
   * @param read gets the arguments and options of the command as well
   */
  reads<Found, Parameters extends unknown[]>(
    read: (database: Database, ...parameters: Parameters) => Promise<Found>,
    show: (found: Found, options: OptionValues) => void,
    toJson: (found: Found) => unknown = (found) => found,
  ): this {
    return this.option('--json', 'print JSON').action(async (...parameters: unknown[]) => {
      const found = await withDatabase('read', (database) => read(database, ...(parameters as Parameters)))
      if (this.opts()['json']) printJson(toJson(found))
      else show(found, this.opts())
    })
  }

  /** Makes the command write the database. @param write gets the arguments and options of the command as well */
  writes<Parameters extends unknown[]>(
    write: (database: Database, ...parameters: Parameters) => Promise<void>,
  ): this {
    return this.action((...parameters: unknown[]) =>
      withDatabase('write', (database) => write(database, ...(parameters as Parameters))),
    )
  }

  /** Makes the command delete the thing with the id of its argument. Without `--yes`, it only says what it would delete. */
  deletes(planDeletion: (database: Database, id: string) => Promise<Deletion>): this {
    return this.option('--yes', 'delete it; without this, only say what would be deleted').writes(
      async (database, id: string, { yes }: Flags<'yes'>) => {
        const { what, statements } = await planDeletion(database, id)
        if (!yes) throw new CommandError(`This would delete ${what}: add --yes to confirm.`)
        await database.batch(statements)
        printToStderr(`Deleted ${what}.`)
      },
    )
  }

  addCommands(...commands: readonly BaseCommand[]): this {
    for (const command of commands) this.addCommand(command)
    return this
  }
}

/** The section of a help text that has the examples, on indented lines. */
function exampleSection(lines: readonly string[]): string {
  return `\n${bold('Examples:')}\n${lines.map((line) => `  ${line}`).join('\n')}`
}

/** Gives a command and its subcommands the same help, and the same form of usage errors. */
export function configureHelp(command: BaseCommand): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ styleTitle: bold })
    .configureOutput({ writeOut: write, outputError: printUsageError })
    .showHelpAfterError(
      `Usage: ${pathOf(command)} ${command.usage()}\nRun "${pathOf(command)} --help" for details.`,
    )
  for (const subcommand of command.commands) configureHelp(subcommand)
}

/** Ends with a usage error if the value of an option is blank, such as that of a shell variable that is not set. */
export function refuseBlankOptions(command: BaseCommand): void {
  for (const [name, value] of Object.entries(command.opts())) {
    const flag = command.options.find((option) => option.attributeName() === name)?.long
    if ([value].flat().some((one) => typeof one === 'string' && one.trim() === ''))
      command.error(`The value of ${flag} must not be blank: write one, or leave the option out.`)
  }
}

/** The command and its parents, such as `signage keys create`. */
function pathOf(command: BaseCommand): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

/**
 * Prints an error of commander as a sentence and, on a second line, a suggestion if there is one. The text may
 * contain control characters from the command line; `printToStderr` escapes them.
 */
function printUsageError(text: string): void {
  const [error = '', ...suggestions] = text.trimEnd().split(/\n(?=\(Did you mean )/)
  const sentence = error.replace(/^error: /, '')
  printToStderr(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${sentence.endsWith('.') ? '' : '.'}`)
  for (const suggestion of suggestions) printToStderr(suggestion)
}
