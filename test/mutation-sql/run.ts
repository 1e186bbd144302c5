import { SingleBar } from 'cli-progress'
import { type Mutant, mutantsOf } from './mutants.ts'
import { type Engine, HELP, type Options, REQUIRED_SHARE, readOptions } from './options.ts'
import { copyProject, type ProjectCopy } from './project-copy.ts'
import { createTestRunner, type Outcome, type TestRunner } from './test-runner.ts'

const EXIT_MISUSED = 2
const TOTAL = 'total'
/** A signal ended the run. */
const EXIT_SIGNAL = 130

/** A mutant, and the outcome of its tests. After the time limit, mutants are not tried. */
interface Result {
  readonly mutant: Mutant
  readonly outcome: Outcome | 'not tried'
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.isHelpWanted) process.stdout.write(HELP)
  else process.exitCode = await main(options)
} catch (error) {
  if (!(error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = EXIT_MISUSED
}

async function main({ engines, limitMs }: Options): Promise<number> {
  const endMs = Date.now() + limitMs
  const copy = copyProject()
  process.once('exit', copy.remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT_SIGNAL))
  const results: Result[] = []
  for (const engine of engines) {
    const found = await tryMutants(engine, copy, endMs)
    report(engine, found)
    results.push(...found)
  }
  if (engines.length > 1) report(TOTAL, results)
  return shareOf(results) >= REQUIRED_SHARE ? 0 : 1
}

async function tryMutants(engine: Engine, copy: ProjectCopy, endMs: number): Promise<Result[]> {
  const originals = copy.migrations(engine)
  const mutants = mutantsOf(originals)
  const runner = await createTestRunner(engine, copy.root)
  await requireSuccess(runner)
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: `${engine} {bar} {value} of {total}, {eta_formatted}` })
    : undefined
  bar?.start(mutants.length, 0)
  const results: Result[] = []
  for (const mutant of mutants) {
    copy.write(mutant)
    const outcome = Date.now() > endMs ? 'not tried' : (await runner.run()).outcome
    for (const original of originals) copy.write(original)
    results.push({ mutant, outcome })
    bar?.increment()
  }
  bar?.stop()
  // If tests fail now, they may have failed before for another reason than the mutants.
  await requireSuccess(runner)
  await runner.close()
  return results
}

async function requireSuccess(runner: TestRunner): Promise<void> {
  const { failures } = await runner.run()
  if (failures.length > 0) throw new Error(`Tests fail without a mutant:\n${failures.join('\n')}`)
}

function report(name: string, results: readonly Result[]): void {
  const tried = results.filter(({ outcome }) => outcome !== 'broken')
  const noticed = tried.filter(({ outcome }) => outcome === 'noticed')
  if (name !== TOTAL) {
    for (const { mutant, outcome } of results) {
      if (outcome !== 'noticed') print(`${outcome}: ${mutant.file}:${mutant.line} ${mutant.description}`)
    }
  }
  print(`${name}: ${noticed.length} of ${tried.length} noticed (${Math.round(shareOf(results) * 100)} %)`)
}

function shareOf(results: readonly Result[]): number {
  const tried = results.filter(({ outcome }) => outcome !== 'broken')
  return tried.filter(({ outcome }) => outcome === 'noticed').length / Math.max(tried.length, 1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
