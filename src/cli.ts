#!/usr/bin/env node
import './server/process/tick-objects.ts'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'
import { CommanderError, Option } from 'commander'
import { alertsCommand } from './commands/alerts/index.ts'
import { backupCommand } from './commands/backup.ts'
import { changesCommand } from './commands/changes.ts'
import { compareCommand } from './commands/compare/index.ts'
import { completionCommand } from './commands/completion.ts'
import { convertCommand } from './commands/convert.ts'
import { demoCommand } from './commands/demo.ts'
import { devicesCommand } from './commands/devices/index.ts'
import { diffCommand } from './commands/diff.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { helpCommand, topicsHint } from './commands/help.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys/index.ts'
import { menusCommand } from './commands/menus/index.ts'
import { migrateCommand } from './commands/migrate.ts'
import { pullCommand } from './commands/pull/index.ts'
import { serveCommand } from './commands/serve.ts'
import { Command, configureHelp } from './commands/shared/command.ts'
import { outputWritten, print } from './commands/shared/output.ts'
import { reportError } from './commands/shared/report-error.ts'
import { sitesCommand } from './commands/sites.ts'
import { usersCommand } from './commands/users.ts'
import { version } from './lib/package.ts'

const program = new Command('signage')
  .description('Serves the status of display devices, and the menus that screens show, over HTTP.')
  .version(version, '-v, --version', 'show the version, and on standard error that of the database')
  .addOption(new Option('-V').hideHelp())
  .on('option:V', printVersion)
  .helpCommand(false)
  .commandsGroup('Service:')
  .addCommands(serveCommand, migrateCommand, doctorCommand, demoCommand)
  .commandsGroup('Data:')
  .addCommands(
    importCommand,
    pullCommand,
    diffCommand,
    convertCommand,
    exportCommand,
    backupCommand,
    compareCommand,
  )
  .commandsGroup('Administration:')
  .addCommands(
    keysCommand,
    usersCommand,
    sitesCommand,
    devicesCommand,
    alertsCommand,
    menusCommand,
    changesCommand,
  )
  .commandsGroup('Other:')
  .addCommands(completionCommand, helpCommand)
  .examples('signage import menu.json', 'signage serve --port 8080', 'signage help keys create')
  .addHelpText('after', `\n${topicsHint}`)

surviveLostTerminal()
configureHelp(program)
await program.parseAsync().catch(afterVersion).catch(fail)
if (!process.exitCode) await outputWritten().catch(fail)

/** What commander does for `--version`: an error with exit code 0 ends the command. */
function printVersion(): never {
  print(version)
  throw new CommanderError(0, 'commander.version', version)
}

/** @throws the error, after what `--version` says besides the version */
async function afterVersion(error: unknown): Promise<never> {
  if (error instanceof CommanderError && error.code === 'commander.version') {
    const { noteDatabaseVersion } = await import('./commands/version.ts')
    await noteDatabaseVersion()
  }
  throw error
}

function fail(error: unknown): void {
  process.exitCode ||= reportError(error)
}

/**
 * Lets the process end after its terminal is gone. On exit, Node restores the terminals that the process
 * started with. If one of them is gone, this fails, and the process aborts or spins forever.
 */
function surviveLostTerminal(): void {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor))
  process.on('exit', () => {
    for (const lost of terminals.filter((descriptor) => !isatty(descriptor))) {
      closeSync(lost)
      // `openSync` takes the lowest free number: the one just closed.
      openSync(devNull, 'r+')
    }
  })
}
