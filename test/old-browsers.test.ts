import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'acorn'
import { describe, expect, test } from 'vitest'
import { LOOKS } from '../src/boards/looks.ts'
import { newerCalls, newerStyles } from './support/features.ts'

const folder = fileURLToPath(new URL('../dist/browser/', import.meta.url))
const contentOf = (name: string) => readFileSync(`${folder}${name}`, 'utf8')
const filesOf = (page: string, type: string) =>
  readdirSync(`${folder}${page}`, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith(type))
    .map((name) => `${page}/${name}`)

test('the styles of each look are among the files', () => {
  const looks = filesOf('board', '.css').filter((name) => name.startsWith('board/looks/'))
  expect(looks.toSorted()).toEqual(LOOKS.map((look) => `board/looks/${look}.css`).toSorted())
})

/** Runs where neither modules nor the board do. */
const LEADS_ELSEWHERE = 'board/suitable-board.js'
describe('the board needs no newer browser than Chromium 85', () => {
  test.each(filesOf('board', '.js'))('for the syntax of %s', (name) => {
    expect(() => parse(contentOf(name), { ecmaVersion: 2021, sourceType: 'module' })).not.toThrow()
  })

  test.each(filesOf('board', '.js'))('for the functions that %s calls', (name) => {
    expect(newerCalls(contentOf(name), 85)).toEqual([])
  })

  test.each(filesOf('board', '.css'))('for the styles in %s', (name) => {
    expect(newerStyles(contentOf(name), 85)).toEqual([])
  })
})

describe('the basic board needs no newer browser than Chromium 53', () => {
  test.each([...filesOf('tv', '.js'), LEADS_ELSEWHERE])('%s has no syntax of 2015 or later', (name) => {
    expect(() => parse(contentOf(name), { ecmaVersion: 5 })).not.toThrow()
  })

  test.each([...filesOf('tv', '.js'), LEADS_ELSEWHERE])('%s calls only functions that it has', (name) => {
    expect(newerCalls(contentOf(name), 53)).toEqual([])
  })

  test.each(filesOf('tv', '.css'))('%s has only styles that it understands', (name) => {
    expect(newerStyles(contentOf(name), 53)).toEqual([])
  })
})

test.each([
  ['a { inset: 0 }', ['inset']],
  ['a { color: red; padding-inline: 1em }', ['logical shorthands']],
  ['a:is(b, c) { color: red }', [':is(), :where() and lists in :not()']],
  ['@media (width > 3px) { a { height: 1dvh } }', ['ranges of media', 'dynamic viewport units']],
  ['@supports (height: 1dvh) { a { height: 1dvh } } b { aspect-ratio: 1 }', ['aspect-ratio']],
  ['a { b & { color: red } &:hover { hyphenate-character: "-" } }', ['nesting', 'nesting', 'hyphenate-*']],
  ['a { float: inline-start; width: round(1px, 2px) }', ['logical floats', 'functions of numbers']],
  [
    'a { padding-inline-start: 1em; margin-block-end: 0; gap: 1em; width: clamp(1px, 2px, 3px) } /* inset: 0 */',
    [],
  ],
])('newer styles are found outside @supports: %s', (css, expected) => {
  expect(newerStyles(css, 85)).toEqual(expected)
})

test.each([
  ['a.at(-1)', ['at']],
  ['structuredClone(a); Object.hasOwn(a, "b")', ['Object.hasOwn', 'structuredClone']],
  ['new Error("a", { cause: b })', ['causes of errors']],
  ['a.toSorted(); a.formatRange(1, 2)', ['formatRange', 'toSorted, toReversed, toSpliced, with']],
  ['a.replaceAll("b", "c"); new WeakRef(a); a.formatRange?.(1, 2)', []],
])('newer functions are found: %s', (script, expected) => {
  expect(newerCalls(script, 85)).toEqual(expected)
})
