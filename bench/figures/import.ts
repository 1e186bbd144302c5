import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../contestants.ts'
import { writeDocument } from '../data/document.ts'
import { timeCommand } from '../machine/command.ts'
import { progress } from '../progress.ts'
import { formatMebibytes, formatMilliseconds } from '../report/format.ts'
import { type Engine, enginesOf, sectionOf } from './engines.ts'
import type { Figure, Setting } from './figure.ts'

const DATABASE = 'imported'

/** Measures how much time and memory the command takes to import many devices into an empty database. */
export async function measureImport(setting: Setting): Promise<Figure[]> {
  const { files, importedDevices } = setting
  const document = join(files.folder, 'devices.json')
  progress(`Writing a document of ${importedDevices.toLocaleString('en')} devices …`)
  await writeDocument(document, importedDevices)
  const figures: Figure[] = []
  for (const engine of await enginesOf(setting))
    figures.push(...(await importInto(engine, setting, document)))
  rmSync(document)
  return figures
}

async function importInto(engine: Engine, setting: Setting, document: string): Promise<Figure[]> {
  progress(`Importing it into ${engine.name} …`)
  const url = await engine.createDatabase(DATABASE)
  const run = await timeCommand(setting.pinning, commandLine(['import', document], { DATABASE_URL: url }))
  await engine.dropDatabase(DATABASE)
  const section = sectionOf(engine)
  const devices = setting.importedDevices.toLocaleString('en')
  const failure = run.exitCode === 0 ? undefined : 'it failed'
  return [
    {
      ...section,
      what: `\`signage import\` of ${devices} devices into an empty database: from start to end`,
      target: 'under 300 s',
      measured: failure ?? `${formatMilliseconds(run.seconds)} s`,
    },
    {
      ...section,
      what: 'The same: the most memory (RSS) that the command held',
      target: 'under 1,024 MiB',
      measured: failure ?? formatMebibytes(run.peakBytes),
    },
  ]
}
