import { Command } from './shared/command.ts'
import { lastingDatabaseUrl } from './shared/database.ts'
import { importInto } from './shared/document.ts'
import { count, note } from './shared/output.ts'
import { createBar, show } from './shared/progress.ts'

export const importCommand = new Command('import')
  .description(
    'import users, devices, menus and keys from a file: what has the same id is replaced, nothing else changes',
  )
  .argument('<file>', 'the import file, or - for standard input')
  .examples('signage import menu.json', 'signage import - < menu.json')
  .action(async (file: string) => {
    const bars = process.stderr.isTTY ? await progressBars() : undefined
    const { database, summary } = await importInto(lastingDatabaseUrl(), file, bars).finally(bars?.stop)
    await database.close()
    note(
      `Imported ${count(summary.users, 'user')}, ${count(summary.devices, 'device')}, ` +
        `${count(summary.menus, 'menu')} and ${count(summary.apiKeys, 'API key')}.`,
    )
  })

/** Two progress bars: the file is read once to check it and once to import it. */
async function progressBars() {
  const checking = await createBar('Checking  {bar} {percentage} %')
  const importing = await createBar('Importing {bar} {percentage} % | {value} of {total}')
  return {
    onCheck: (bytes: number, total: number) => show(checking, bytes, total),
    onProgress: (done: number, total: number) => {
      if (checking.isActive) checking.stop()
      show(importing, done, total)
    },
    stop: () => {
      checking.stop()
      importing.stop()
    },
  }
}
