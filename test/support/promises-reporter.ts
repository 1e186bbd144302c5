import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'

const PAGE = new URL('../promises.md', import.meta.url)

interface Proof {
  readonly file: string
  readonly title: string
}

/**
 * Fails a run in which a test that proves a guarantee did not pass, for example because it was skipped or is missing.
 * Only files that ran completely are checked.
 */
export default class PromisesReporter implements Reporter {
  #hasNameFilter = false

  onInit(vitest: Vitest): void {
    this.#hasNameFilter = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#hasNameFilter) return
    const missing = proofs().filter(({ file, title }) => {
      const ran = modules.filter(({ relativeModuleId }) => relativeModuleId === file)
      return ran.length > 0 && !ran.some((module) => hasPassed(module, title))
    })
    for (const { file, title } of missing) {
      console.error(`test/promises.md: the proof "${title}" in ${file} did not pass.`)
    }
    if (missing.length > 0) process.exitCode = 1
  }
}

function proofs(): Proof[] {
  const found = readFileSync(PAGE, 'utf8').matchAll(/`(test\/[\w./-]+) › ([^`]+)`/g)
  return Array.from(found, ([, file = '', title = '']) => ({ file, title }))
}

/** Whether there are tests with this title, or in a group with this title, and all of them have passed. */
function hasPassed(module: TestModule, title: string): boolean {
  const isNamed = ({ name }: TestCase | TestSuite) => toPattern(title).test(name)
  const tests = [...module.children.allTests()].filter(isNamed)
  const grouped = [...module.children.allSuites()]
    .filter(isNamed)
    .flatMap((suite) => [...suite.children.allTests()])
  const named = [...tests, ...grouped]
  return named.length > 0 && named.every((test) => test.result().state === 'passed')
}

/** The title of a test with parameters has placeholders for them. */
function toPattern(title: string): RegExp {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/%[a-z]/g, '.*')}$`, 's')
}
