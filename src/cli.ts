#!/usr/bin/env node
import { Command } from 'commander'
import { backupCommand } from './commands/backup.ts'
import { devicesCommand } from './commands/devices.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { menusCommand } from './commands/menus.ts'
import { migrateCommand } from './commands/migrate.ts'
import { EXIT_MISUSED, EXIT_REFUSED, report } from './commands/report.ts'
import { serveCommand } from './commands/serve.ts'
import { usersCommand } from './commands/users.ts'
import { surviveLostTerminal } from './operations/lost-terminal.ts'
import { version } from './operations/version.ts'

const program = new Command('signage')
  .description('Serves the state of display devices, and the menus that screens show, over HTTP.')
  .version(version)
  .addHelpText(
    'after',
    '\nThe database and all else is configured by the environment; .env.example lists every variable.\n' +
      `Exit codes: 0 done, ${EXIT_REFUSED} refused or failed, ${EXIT_MISUSED} wrong command line or configuration.`,
  )

for (const command of [
  serveCommand,
  migrateCommand,
  importCommand,
  exportCommand,
  backupCommand,
  keysCommand,
  usersCommand,
  devicesCommand,
  menusCommand,
  doctorCommand,
]) {
  program.addCommand(command)
}

letReadersLeave()
surviveLostTerminal()
throwInsteadOfExiting(program)
try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

function throwInsteadOfExiting(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) throwInsteadOfExiting(child)
}

/** `signage export | head` closes the pipe early: that is no failure. */
function letReadersLeave(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : EXIT_REFUSED)
  })
}
