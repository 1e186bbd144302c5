#!/usr/bin/env node
import './process/tick-objects.ts'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'
import { alertsCommand } from './commands/alerts/index.ts'
import { backupCommand } from './commands/backup.ts'
import { changesCommand } from './commands/changes.ts'
import { demoCommand } from './commands/demo/index.ts'
import { devicesCommand } from './commands/devices/index.ts'
import { doctorCommand } from './commands/doctor/index.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import/index.ts'
import { keysCommand } from './commands/keys/index.ts'
import { menusCommand } from './commands/menus/index.ts'
import { migrateCommand } from './commands/migrate.ts'
import { pullCommand } from './commands/pull.ts'
import { serveCommand } from './commands/serve.ts'
import { Command, configureHelp, refuseBlankOptions } from './commands/shared/command.ts'
import { outputWritten } from './commands/shared/output.ts'
import { reportError } from './commands/shared/report-error.ts'
import { sitesCommand } from './commands/sites.ts'
import { templateCommand } from './commands/template.ts'
import { usersCommand } from './commands/users.ts'
import { version } from './lib/package.ts'

const program = new Command('signage')
  .description('Serves the status of display devices, and the menus that screens show, over HTTP.')
  .version(version, '-v, --version', 'show the version')
  .helpCommand('help [command]', 'show the help of a command')
  .commandsGroup('Service:')
  .hook('preAction', (_, command) => refuseBlankOptions(command))
  .addCommands(serveCommand, migrateCommand, doctorCommand, demoCommand)
  .commandsGroup('Data:')
  .addCommands(importCommand, pullCommand, exportCommand, templateCommand, backupCommand)
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
  .examples('signage import menu.json', 'signage serve --port 8080', 'signage keys create --help')

surviveLostTerminal()
configureHelp(program)
await program.parseAsync().catch(fail)
await outputWritten().catch(fail)

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
