import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackage } from '../support/package.ts'
import { FuzzError, fuzz } from './fuzz.ts'
import { HELP, type Options, readOptions } from './options.ts'
import { startTargets } from './targets.ts'

/** The repository, relative to the compiled file. */
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const EXIT_ERROR_FOUND = 1
const EXIT_MISUSED = 2

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.isHelpWanted) process.stdout.write(HELP)
  else await main(options)
  process.exit(0)
} catch (error) {
  if (!(error instanceof FuzzError || error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error instanceof FuzzError ? EXIT_ERROR_FOUND : EXIT_MISUSED)
}

async function main({ seed, requests, databaseUrl }: Options): Promise<void> {
  process.stderr.write(`Seed ${seed}: --seed ${seed} repeats this run.\n`)
  const folder = mkdtempSync(join(tmpdir(), 'signage-fuzz-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { command } = await installPackage({ root: ROOT, folder })
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const targets = await startTargets({ command, folder: empty }, databaseUrl ?? join(folder, 'signage.db'))
  const statuses = await fuzz({ seed, requests, targets })
  const errors = (await Promise.all(targets.map(({ stop }) => stop()))).flat()
  if (errors.length > 0) throw new FuzzError(errors.join('\n'))
  const counts = [...statuses].sort(([one], [other]) => one - other)
  process.stdout.write(
    `No errors. Responses: ${counts.map(([status, count]) => `${count} × ${status}`).join(', ')}.\n`,
  )
}
