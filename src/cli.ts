#!/usr/bin/env node
import { Command } from 'commander'
import { backupCommand } from './commands/backup.ts'
import { devicesCommand } from './commands/devices/index.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys/index.ts'
import { menusCommand } from './commands/menus.ts'
import { migrateCommand } from './commands/migrate.ts'
import { serveCommand } from './commands/serve.ts'
import { note, outputWritten, write } from './commands/shared/output.ts'
import { EXIT_MISUSED, EXIT_REFUSED, report } from './commands/shared/report.ts'
import { usersCommand } from './commands/users.ts'
import { version } from './config/version.ts'
import { surviveLostTerminal } from './server/lost-terminal.ts'

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

surviveLostTerminal()
for (const command of withSubcommands(program)) {
  command.exitOverride().configureOutput({ writeOut: write, outputError: noteMisuse })
}
await reporting(() => program.parseAsync())
if (!process.exitCode) await reporting(outputWritten)

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

/**
 * Prints what is wrong with the command line and, on a second line, a suggestion if there is one. The text
 * may contain control characters from the command line; `note` escapes them.
 */
function noteMisuse(text: string): void {
  for (const line of text.trimEnd().split(/\n(?=\(Did you mean )/)) note(line)
}

async function reporting(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.exitCode ||= report(error)
  }
}
