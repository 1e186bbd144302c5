import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { AREA_VARIABLE, AREAS } from './areas.ts'

const name = process.env[AREA_VARIABLE] ?? ''
const area = AREAS[name]
if (area === undefined) throw new Error(`${AREA_VARIABLE} must be one of ${Object.keys(AREAS).join(', ')}.`)

const { tests, engine = 'sqlite' } = area
const files = tests.map((test) => `test/${test}.test.ts`)

/** A mutant is dropped at the first test that fails. */
class InThisOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId.endsWith(`/${file}`))
    return specifications.toSorted((one, other) => place(one) - place(other))
  }
}

/** The tests of one area, in this process as far as they are: a command that one of them starts has no mutants. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: files,
    provide: { engine, target: 'app', command: 'dist/bundle/cli.js' },
    globalSetup: engine === 'postgres' ? ['test/support/postgres-setup.ts'] : [],
    // A mutant that waits for ever is to be noticed soon; no test takes half as long.
    testTimeout: 10_000,
    hookTimeout: 10_000,
    // On a busy machine a test may fail by itself: that must not count as a mutant that was noticed.
    retry: 1,
    sequence: { sequencer: InThisOrder },
  },
})
