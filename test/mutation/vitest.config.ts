import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { AREA_VARIABLE, AREAS } from './areas.ts'
import { FilesThatFail } from './files-that-fail.ts'

const name = process.env[AREA_VARIABLE] ?? ''
const area = AREAS[name]
if (area === undefined) throw new Error(`${AREA_VARIABLE} must be one of ${Object.keys(AREAS).join(', ')}.`)

const { tests, engine = 'sqlite' } = area
const files = tests.map((test) => `test/${test}.test.ts`)

/** A mutant is detected by the first test that fails, so the order matters. */
class InThisOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId.endsWith(`/${file}`))
    return specifications.toSorted((one, other) => place(one) - place(other))
  }
}

/** The tests of one area. Only code in their own process has mutants, not the commands that they start. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: files,
    setupFiles: ['test/support/setup.ts', 'test/mutation/bounded-properties.ts'],
    provide: { engine, target: 'app', command: 'dist/bundle/cli.js' },
    globalSetup: engine === 'postgres' ? ['test/support/postgres-setup.ts'] : [],
    // So that a mutant that waits forever ends soon. No test takes half as long.
    testTimeout: 10_000,
    hookTimeout: 10_000,
    // A test that fails because the machine is busy must not count as the detection of a mutant.
    retry: 1,
    sequence: { sequencer: InThisOrder },
    reporters: [new FilesThatFail()],
  },
})
