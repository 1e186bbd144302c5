import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BenchmarkError } from './benchmark-error.ts'
import { compare } from './compare.ts'
import { type Files, serviceCommand, startComparedServers } from './compared-servers.ts'
import { createDatabase } from './data/database.ts'
import { measureFigures } from './figures/all.ts'
import { measureMemory } from './figures/memory.ts'
import { useAutocannon } from './load/autocannon.ts'
import { requestFiles } from './load/request-files.ts'
import { findWrk } from './load/wrk.ts'
import { describeMachine } from './machine/facts.ts'
import { choosePinning, type Pinning, pinThisProcess } from './machine/pinning.ts'
import { createLazyPostgres } from './machine/postgres.ts'
import { startServer } from './machine/server.ts'
import type { Bench } from './measure.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { compareInOrdinaryUse } from './ordinary.ts'
import { progress } from './progress.ts'
import { recordResponses } from './record.ts'
import { drawChart } from './report/chart.ts'
import { formatFigures, formatPage, formatReport, type Report } from './report/report.ts'
import { writeResponses } from './servers/responses.ts'
import { workloads } from './workloads.ts'

const DOCS = new URL('../../../docs/explanation/', import.meta.url)

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.isHelpWanted) process.stdout.write(HELP)
  else await main(options)
  process.exit(0)
} catch (error) {
  if (!(error instanceof BenchmarkError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function main(options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signage-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const files = { folder, database: join(folder, 'signage.db'), responses: join(folder, 'responses.jsonl') }
  const report = await measureAll(options, files)
  process.stdout.write(formatReport(report))
  if (!options.isFull) return
  writeFileSync(new URL('performance.md', DOCS), formatPage(report))
  writeFileSync(new URL('performance.txt', DOCS), formatFigures(report))
  writeFileSync(new URL('performance.svg', DOCS), drawChart(report.ordinary))
}

async function measureAll(options: Options, files: Files): Promise<Report> {
  const { names, seconds, rounds, importedDevices } = options
  const pinning = choosePinning()
  pinThisProcess(pinning)
  const generator = chooseGenerator(options, pinning)
  const bench: Bench = { generator, seconds, rounds, fileOf: requestFiles(files.folder) }

  progress('Creating the database …')
  await createDatabase(files.database)
  const chosen = workloads.filter(({ name }) => names.includes(name))
  if (chosen.length > 0 || names.includes('ordinary') || names.includes('changes'))
    await recordAll(pinning, files)
  const { comparisons, servers } = await compare(bench, () => startComparedServers(pinning, files), chosen)
  const ordinary = names.includes('ordinary') ? await compareInOrdinaryUse(bench, pinning, files) : []
  const service =
    servers.find(({ letter }) => letter === 'd')?.server ??
    (await startServer(pinning, serviceCommand(files.database)))
  const postgres = createLazyPostgres()
  const setting = { bench, pinning, files, service, postgres, importedDevices }
  const figures = await measureFigures(setting, names)
  const memory = await measureMemory(servers)
  const { isPinned } = pinning
  const machine = describeMachine(generator.name, await postgres.stop())
  return { machine, isPinned, seconds, rounds, comparisons, ordinary, figures: [...figures, ...memory] }
}

async function recordAll(pinning: Pinning, files: Files): Promise<void> {
  progress('Recording the responses …')
  const service = await startServer(pinning, serviceCommand(files.database))
  await writeResponses(files.responses, await recordResponses(service, files.database))
  await service.stop()
}

function chooseGenerator({ isAutocannonWanted }: Options, pinning: Pinning) {
  return (isAutocannonWanted ? undefined : findWrk(pinning)) ?? useAutocannon(pinning)
}
