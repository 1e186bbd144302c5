import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../compared-servers.ts'
import { writeImportFile } from '../data/import-file.ts'
import { timeCommand } from '../machine/command.ts'
import { progress } from '../progress.ts'
import { formatMebibytes, formatMilliseconds } from '../report/format.ts'
import { type Engine, enginesOf, sectionOf } from './engines.ts'
import type { Figure, Setting } from './figure.ts'

const DATABASE = 'imported'

/** Measures how much time and memory the command takes to import many devices into an empty database. */
export async function measureImport(setting: Setting): Promise<Figure[]> {
  const { files, importedDevices } = setting
  const importFile = join(files.folder, 'devices.json')
  progress(`Writing an import file of ${importedDevices.toLocaleString('en')} devices …`)
  await writeImportFile(importFile, importedDevices)
  const figures: Figure[] = []
  for (const engine of await enginesOf(setting))
    figures.push(...(await importInto(engine, setting, importFile)))
  rmSync(importFile)
  return figures
}

async function importInto(engine: Engine, setting: Setting, importFile: string): Promise<Figure[]> {
  progress(`Importing it into ${engine.name} …`)
  const url = await engine.createDatabase(DATABASE)
  const run = await timeCommand(setting.pinning, commandLine(['import', importFile], { DATABASE_URL: url }))
  await engine.dropDatabase(DATABASE)
  const section = sectionOf(engine)
  const devices = setting.importedDevices.toLocaleString('en')
  const failure = run.exitCode === 0 ? undefined : 'failed'
  return [
    {
      ...section,
      what: `\`signage import\` of ${devices} devices into an empty database: duration`,
      target: engine.name === 'SQLite' ? 'under 60 s' : '',
      measured: failure ?? `${formatMilliseconds(run.seconds)} s`,
    },
    {
      ...section,
      what: 'The same: peak memory (RSS) of the command',
      target: 'under 1,024 MiB',
      measured: failure ?? formatMebibytes(run.peakBytes),
    },
  ]
}
