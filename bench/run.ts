import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from './compare.ts'
import { type Contestant, serviceCommand, startRivals } from './contestants.ts'
import { createDatabase } from './data/database.ts'
import { useAutocannon } from './load/autocannon.ts'
import { findWrk } from './load/wrk.ts'
import { choosePinning, pinThisProcess } from './machine/pinning.ts'
import { startServer } from './machine/server.ts'
import type { Bench } from './measure.ts'
import { HELP, readOptions } from './options.ts'
import { progress } from './progress.ts'
import { recordAnswers } from './record.ts'
import { clientTable, formatTable, ratioTable } from './report/table.ts'
import { writeAnswers } from './servers/answers.ts'
import { workloads } from './workloads.ts'

const options = readOptions(process.argv.slice(2), process.env)
if (options.isHelpWanted) {
  process.stdout.write(HELP)
  process.exit()
}

const folder = mkdtempSync(join(tmpdir(), 'signage-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const pinning = choosePinning()
pinThisProcess(pinning)
const generator = process.env['BENCH_LOAD'] === 'autocannon' ? undefined : findWrk(pinning)
const bench: Bench = {
  generator: generator ?? useAutocannon(pinning),
  seconds: options.seconds,
  rounds: options.rounds,
  pathsFile,
}

const files = { database: join(folder, 'signage.db'), answers: join(folder, 'answers.jsonl') }
progress('Creating the database …')
await createDatabase(files.database)
const service = await startServer(pinning, serviceCommand(files.database))
progress('Recording the answers …')
await writeAnswers(files.answers, await recordAnswers(service, files.database))
const contestants: Contestant[] = [
  ...(await startRivals(pinning, files)),
  { letter: 'd', server: service, sendsSameHeaders: true },
]
const chosen = workloads.filter(({ name }) => options.names.includes(name))
const comparisons = await compare(bench, contestants, chosen)
process.stdout.write(`${formatTable(ratioTable(comparisons))}\n\n${formatTable(clientTable(comparisons))}\n`)
for (const { server } of contestants) {
  progress(`${server.name}: ${Math.round((await server.usage()).rssBytes / 1e6)} MB`)
}
process.exit()

function pathsFile(paths: readonly string[]): string {
  const file = join(folder, `paths-${paths.length}.txt`)
  writeFileSync(file, paths.join('\n'))
  return file
}
