import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ONLY_IN_PROCESS } from '../support/only-in-process.ts'
import { hasTest } from '../support/titles.ts'

const named = ONLY_IN_PROCESS.map(({ file, title }) => [file, title] as const)
const files = [...new Set(ONLY_IN_PROCESS.map(({ file }) => file))]

test.each(named)('%s has the test that is not run against the command: %s', (file, title) => {
  expect(hasTest(file, title)).toBe(true)
})

test('the list names each test once, and has a reason for it', () => {
  expect(new Set(named.map(String)).size).toBe(named.length)
  for (const { title, reason } of ONLY_IN_PROCESS) expect(reason, title).not.toBe('')
})

test.each(files)('%s calls startInProcess, and skips no other test', (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  expect(text).toContain('startInProcess(')
  expect(text).not.toMatch(/\.(skip|skipIf|runIf|todo)\b/)
})
