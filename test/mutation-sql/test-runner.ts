import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import type { Engine } from './options.ts'

/** The outcome of the tests of a mutant. A broken mutant does not count, because its migrations cannot be applied. */
export type Outcome = 'noticed' | 'survived' | 'broken'

export interface TestResult {
  readonly outcome: Outcome
  /** The tests that failed, and the errors of test files that did not run. */
  readonly failures: readonly string[]
}

/** Runs the tests that should detect an error in a trigger. */
export interface TestRunner {
  readonly run: () => Promise<TestResult>
  readonly close: () => Promise<void>
}

/** The tests that detect most errors run first. The others run only if these pass. */
const FIRST = ['revisions', 'state']
const OTHERS: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['cached-answers', 'devices'],
  postgres: ['postgres/triggers', 'cached-answers', 'devices', 'postgres/notices'],
}

/** @param root of a copy of the project */
export async function createTestRunner(engine: Engine, root: string): Promise<TestRunner> {
  // A test that fails only because the machine is busy passes when it is repeated.
  const options = { root, project: [engine], watch: false, bail: 1, retry: 1, reporters: [{}] }
  const vitest = await createVitest('test', options, { cacheDir: join(root, '.vite') })
  const batches = await Promise.all(
    [FIRST, OTHERS[engine]].map((names) =>
      vitest.globTestSpecifications(names.map((name) => join(root, `test/${name}.test.ts`))),
    ),
  )
  return {
    async run() {
      for (const batch of batches) {
        const ids = new Set(batch.map(({ moduleId }) => moduleId))
        const { testModules } = await vitest.runTestSpecifications(batch)
        // Vitest also returns files that were run for other mutants.
        const modules = testModules.filter(({ moduleId }) => ids.has(moduleId))
        const failures = modules.flatMap(failuresOf)
        if (modules.some(isBroken)) return { outcome: 'broken', failures }
        if (failures.length > 0) return { outcome: 'noticed', failures }
      }
      return { outcome: 'survived', failures: [] }
    },
    close: () => vitest.close(),
  }
}

/** Whether a test file failed before its first test. */
function isBroken(module: TestModule): boolean {
  return module.errors().length > 0
}

function failuresOf(module: TestModule): string[] {
  const errors = module.errors().map(({ message }) => `${module.moduleId}: ${message}`)
  return [...errors, ...[...module.children.allTests('failed')].map(({ fullName }) => fullName)]
}
