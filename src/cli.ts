#!/usr/bin/env node
import { CommanderError, Option } from 'commander'
import { backupCommand } from './commands/backup.ts'
import { completionCommand } from './commands/completion.ts'
import { demoCommand } from './commands/demo.ts'
import { devicesCommand } from './commands/devices/index.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { helpCommand, topicsHint } from './commands/help.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys/index.ts'
import { menusCommand } from './commands/menus.ts'
import { migrateCommand } from './commands/migrate.ts'
import { serveCommand } from './commands/serve.ts'
import { Command, configureHelp } from './commands/shared/command.ts'
import { outputWritten, print } from './commands/shared/output.ts'
import { report } from './commands/shared/report.ts'
import { usersCommand } from './commands/users.ts'
import { version } from './config/version.ts'
import { surviveLostTerminal } from './server/lost-terminal.ts'

const program = new Command('signage')
  .description('Serves the status of display devices, and the menus that screens show, over HTTP.')
  .version(version, '-v, --version', 'show the version')
  .addOption(new Option('-V').hideHelp())
  .on('option:V', printVersion)
  .helpCommand(false)
  .commandsGroup('Service:')
  .addCommand(serveCommand)
  .addCommand(migrateCommand)
  .addCommand(doctorCommand)
  .addCommand(demoCommand)
  .commandsGroup('Data:')
  .addCommand(importCommand)
  .addCommand(exportCommand)
  .addCommand(backupCommand)
  .commandsGroup('Administration:')
  .addCommand(keysCommand)
  .addCommand(usersCommand)
  .addCommand(devicesCommand)
  .addCommand(menusCommand)
  .commandsGroup('Other:')
  .addCommand(completionCommand)
  .addCommand(helpCommand)
  .examples('signage import menu.json', 'signage serve --port 8080', 'signage help keys create')
  .addHelpText('after', `\n${topicsHint}`)

surviveLostTerminal()
configureHelp(program)
await reporting(() => program.parseAsync())
if (!process.exitCode) await reporting(outputWritten)

/** What commander does for `--version`: an error with exit code 0 ends the command. */
function printVersion(): never {
  print(version)
  throw new CommanderError(0, 'commander.version', version)
}

async function reporting(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.exitCode ||= report(error)
  }
}
