import { Stryker } from '@stryker-mutator/core'
import { AREA_VARIABLE, AREAS, type Area } from './areas.ts'

/** The run fails if the tests of an area detect less than this percentage of its mutants. */
const REQUIRED_PERCENT = 85
const OUT = 'test/mutation/out'
const EXIT_MISUSED = 2

const HELP = `Changes the source in one small way at a time, and lists the changes (mutants) that no test detects.

Usage: npm run mutation [-- AREA...]

Without an area, all areas are tested one after the other, which takes hours. Mutants of code and tests that
did not change since the last run are not tested again. Reports are written to ${OUT}/AREA.html.
Areas: ${Object.keys(AREAS).join(', ')}
`

const names = process.argv.slice(2)
if (names.includes('--help')) process.stdout.write(HELP)
else process.exitCode = await main(names.length > 0 ? names : Object.keys(AREAS))

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => AREAS[name] === undefined)
  if (unknown !== undefined) {
    process.stderr.write(`There is no area ${unknown}: the areas are ${Object.keys(AREAS).join(', ')}.\n`)
    return EXIT_MISUSED
  }
  for (const name of names) {
    const area = AREAS[name]
    if (area !== undefined) await testMutants(name, area)
  }
  // Set by Stryker if an area is below the required percentage.
  return Number(process.exitCode ?? 0)
}

async function testMutants(name: string, { mutate, engine }: Area): Promise<void> {
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
    // Stryker would rewrite tsconfig.json with the API of TypeScript, which version 7 does not have. Vitest needs no rewriting.
    tsconfigFile: 'none',
    htmlReporter: { fileName: `${OUT}/${name}.html` },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    // Tests of PostgreSQL spend most of their time waiting.
    concurrency: engine === 'postgres' ? 4 : 2,
    // Long enough that a mutant does not count as detected only because the machine is busy.
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 15,
    thresholds: { high: 95, low: REQUIRED_PERCENT, break: REQUIRED_PERCENT },
  })
  await stryker.runMutationTest()
}
