import { Stryker } from '@stryker-mutator/core'
import { AREA_VARIABLE, AREAS, type Area } from './areas.ts'

/** Less than this share of mutants noticed is a failure, in each area. */
const REQUIRED_PERCENT = 85
const OUT = 'test/mutation/out'
const EXIT_MISUSED = 2

const HELP = `Builds small faults into the source, one at a time, and tells which of them no test notices.

Usage: npm run mutation [-- AREA...]

Without an area it takes all of them, one after the other, which takes hours. What was not changed since the last run
is not tried again. Reports are written to ${OUT}/AREA.html.
Areas: ${Object.keys(AREAS).join(', ')}
`

const names = process.argv.slice(2)
if (names.includes('--help')) process.stdout.write(HELP)
else process.exitCode = await main(names.length > 0 ? names : Object.keys(AREAS))

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => AREAS[name] === undefined)
  if (unknown !== undefined) {
    process.stderr.write(`There is no area ${unknown}: use some of ${Object.keys(AREAS).join(', ')}.\n`)
    return EXIT_MISUSED
  }
  for (const name of names) {
    const area = AREAS[name]
    if (area !== undefined) await tryMutants(name, area)
  }
  // Stryker sets it where an area has less than is required.
  return Number(process.exitCode ?? 0)
}

async function tryMutants(name: string, { mutate }: Area): Promise<void> {
  process.stdout.write(`\n# ${name}\n`)
  process.env[AREA_VARIABLE] = name
  const stryker = new Stryker({
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    mutate: [...mutate],
    ignorePatterns: ['/docs/images', '/test/artefacts', '/test/browser', `/${OUT}`],
    tempDirName: `${OUT}/sandbox`,
    incremental: true,
    incrementalFile: `${OUT}/${name}.json`,
    reporters: ['progress-append-only', 'clear-text', 'html'],
    htmlReporter: { fileName: `${OUT}/${name}.html` },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    concurrency: 2,
    // A mutant that is only slow, on a busy machine, must not count as one that was noticed.
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 15,
    thresholds: { high: 95, low: REQUIRED_PERCENT, break: REQUIRED_PERCENT },
  })
  await stryker.runMutationTest()
}
