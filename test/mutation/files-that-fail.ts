import type { RunnerTestCase, RunnerTestFile } from 'vitest'
import type { Reporter, Vitest } from 'vitest/node'

/**
 * Adds a failed test to each file that fails outside of its tests: while it is loaded, or in a hook of the whole file.
 * StrykerJS only reads the results of tests, so such a mutant would count as one that survived.
 */
export class FilesThatFail implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(): void {
    for (const file of this.#vitest?.state.getFiles() ?? []) {
      if ((file.result?.errors?.length ?? 0) > 0) file.tasks.push(failedTest(file))
    }
  }
}

function failedTest({ suite, tasks, ...file }: RunnerTestFile): RunnerTestCase {
  const name = '(the file itself)'
  return {
    ...file,
    type: 'test',
    name,
    fullTestName: name,
    id: `${file.id}_file`,
    context: Object.create(null),
    timeout: 0,
    annotations: [],
    artifacts: [],
  }
}
