import type { Command as BaseCommand } from 'commander'
import { Environment } from '../server/config/environment.ts'
import { PREFIX } from '../server/config/variables.ts'
import { Command, pathOf } from './shared/command.ts'
import { print } from './shared/output.ts'
import { EXIT_DIFFERENT, EXIT_FAILURE, EXIT_USAGE } from './shared/report-error.ts'

/** Help topics that are not commands, each with its text. */
const TOPICS: ReadonlyMap<string, () => string> = new Map([
  ['environment', describeEnvironment],
  ['exit-codes', describeExitCodes],
])

/** The end of the help of `signage`. */
export const topicsHint = `"signage help environment" lists the environment variables, which configure the service.
"signage help exit-codes" explains the exit codes.`

export const helpCommand = new Command('help')
  .description('show the help of a command, or of a topic')
  .argument('[topic...]', `a command such as "keys create", or ${[...TOPICS.keys()].join(', ')}`)
  .action((names: string[], _options: object, help: BaseCommand) => {
    const describe = TOPICS.get(names.join(' '))
    if (describe === undefined) findCommand(help, names).outputHelp()
    else print(describe())
  })

function findCommand(help: BaseCommand, names: readonly string[]): BaseCommand {
  let found = help.parent ?? help
  for (const name of names) {
    const next = found.commands.find((command) => command.name() === name)
    found =
      next ?? help.error(`error: there is no command '${pathOf(found)} ${name}', and no topic of that name`)
  }
  return found
}

function describeEnvironment(): string {
  const variables = Object.entries(Environment.properties).map(
    ([name, { default: value, description }]) => `${name}=${value}\n    ${description}`,
  )
  return `Environment variables, with their defaults:

${variables.join('\n\n')}

Each variable can also be set with the prefix ${PREFIX}, such as ${PREFIX}DATABASE_URL. The prefixed name takes
precedence. Unless NODE_ENV is production, variables that are not set are read from the file .env in the
working directory.`
}

function describeExitCodes(): string {
  return `Exit codes:

0  The command has done what was requested.
${EXIT_FAILURE}  The command failed or refused: for example, the database is unavailable or an id does not exist.
${EXIT_USAGE}  The command line or the configuration is invalid.
${EXIT_DIFFERENT}  "signage diff" or "signage compare" found differences.`
}
