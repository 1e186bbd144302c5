import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import type { Engine } from './options.ts'

/** What the tests say of a mutant. A broken one is none: its migrations cannot be applied. */
export type Verdict = 'noticed' | 'survived' | 'broken'

export interface Judgement {
  readonly verdict: Verdict
  /** The tests that failed, and what kept test files from running. */
  readonly failures: readonly string[]
}

/** Runs the tests that should notice a fault of a trigger. */
export interface TestRunner {
  readonly judge: () => Promise<Judgement>
  readonly close: () => Promise<void>
}

/** Those that ask most of the triggers come first; the others are asked where these notice nothing. */
const FIRST = ['revisions', 'state']
const OTHERS: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['cached-answers', 'devices'],
  postgres: ['postgres/triggers', 'cached-answers', 'devices', 'postgres/notices'],
}

/** @param root of a copy of the project */
export async function createTestRunner(engine: Engine, root: string): Promise<TestRunner> {
  // A test that fails only because the machine is busy does not fail twice.
  const options = { root, project: [engine], watch: false, bail: 1, retry: 1, reporters: [{}] }
  const vitest = await createVitest('test', options, { cacheDir: join(root, '.vite') })
  const rounds = await Promise.all(
    [FIRST, OTHERS[engine]].map((names) =>
      vitest.globTestSpecifications(names.map((name) => join(root, `test/${name}.test.ts`))),
    ),
  )
  return {
    async judge() {
      for (const round of rounds) {
        const ids = new Set(round.map(({ moduleId }) => moduleId))
        const { testModules } = await vitest.runTestSpecifications(round)
        // Vitest also tells of files that were run for other mutants.
        const modules = testModules.filter(({ moduleId }) => ids.has(moduleId))
        const failures = modules.flatMap(failuresOf)
        if (modules.some(isBroken)) return { verdict: 'broken', failures }
        if (failures.length > 0) return { verdict: 'noticed', failures }
      }
      return { verdict: 'survived', failures: [] }
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
