import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasTest } from './support/titles.ts'

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('test/promises.md', root), 'utf8')
const promises = page.split('\n').filter((line) => line.startsWith('- '))
const proofsOf = (line: string) =>
  [...line.matchAll(/`(test\/[\w./-]+) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }))

test.each(promises)('%s', (line) => {
  const proofs = proofsOf(line)
  expect(proofs.length).toBeGreaterThan(0)
  expect(proofs.filter(({ file, title }) => !hasTest(file, title))).toEqual([])
})

test('there are promises of each kind, and all ten risks have a line', () => {
  const kinds = [...page.matchAll(/^## (.+)$/gm)].map(([, kind]) => kind)
  for (const kind of [
    'Bad input',
    'Errors and outages',
    'Security',
    'Freshness',
    'Streams of changes',
    'Operations',
  ]) {
    expect(kinds).toContain(kind)
  }
  expect(promises.length).toBeGreaterThan(50)
  for (let risk = 1; risk <= 10; risk++) expect(page).toMatch(new RegExp(`^- API${risk} `, 'm'))
})

test('a test that is not there is noticed', () => {
  expect(hasTest('test/promises.test.ts', 'a test that is not there is noticed')).toBe(true)
  expect(hasTest('test/promises.test.ts', 'a test that is not there')).toBe(false)
  expect(hasTest('test/nothing.test.ts', 'a test that is not there is noticed')).toBe(false)
})
