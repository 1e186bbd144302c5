import { SingleBar } from 'cli-progress'
import { buildApp, importDocument, openDatabase } from '#dist/index.js'
import { FuzzFault, fuzz } from './fuzz.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { FUZZ_DOCUMENT, startTargets } from './targets.ts'

const EXIT_FOUND = 1
const EXIT_MISUSED = 2

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.isHelpWanted) process.stdout.write(HELP)
  else await main(options)
  process.exit(0)
} catch (error) {
  if (!(error instanceof FuzzFault || error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error instanceof FuzzFault ? EXIT_FOUND : EXIT_MISUSED)
}

async function main({ seed, requests, databaseUrl }: Options): Promise<void> {
  process.stderr.write(`Seed ${seed}: --seed ${seed} repeats this run.\n`)
  const database = await openDatabase(databaseUrl, 'create')
  await importDocument(database, FUZZ_DOCUMENT)
  const targets = await startTargets((settings) => buildApp({ database, ...settings }))
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: '{bar} {value} of {total} requests, {eta_formatted}' })
    : undefined
  bar?.start(requests, 0)
  const onProgress = (answered: number) => bar?.update(Math.min(answered, requests))
  const statuses = await fuzz({ seed, requests, targets, onProgress }).finally(() => bar?.stop())
  const counts = [...statuses].sort(([one], [other]) => one - other)
  process.stdout.write(
    `No fault. Answers: ${counts.map(([status, count]) => `${count} × ${status}`).join(', ')}.\n`,
  )
}
