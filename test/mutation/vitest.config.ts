import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that test the service in this process, on SQLite. The few of their tests that start the built command run
 * once, and then for no mutant. A mutant is dropped at the first test that fails: what is fast and asks for much comes
 * first.
 */
const files = [
  'keys',
  'key-administration',
  'groups',
  'menus',
  'device',
  'devices',
  'device-list',
  'device-administration',
  'document',
  'revisions',
  'answer-cache',
  'cached-answers',
  'answers',
  'memory',
  'short-way',
  'two-users',
  'http',
  'stream-parts',
  'sqlite/plans',
  'sqlite/replace',
  'state',
  'sqlite/state',
  'sqlite/storage',
  'stream',
  'stream-watch',
  'document-file',
  'import-file',
].map((name) => `test/${name}.test.ts`)

class InThisOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(file))
    return specifications.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: files,
    provide: { engine: 'sqlite', target: 'app' },
    testTimeout: 120_000,
    // On a busy machine a test may fail by itself: that must not count as a mutant that was noticed.
    retry: 1,
    sequence: { sequencer: InThisOrder },
  },
})
