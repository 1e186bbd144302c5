import { expect, test } from 'vitest'
import { checkText } from '../regular-expressions.js'

/** `npm run check` asks `checkText` about each file of `src/`. */
const problemsOf = (line: string) => checkText(`const a = 1\n${line}`)

test.each([
  ['repetitions within repetitions', 'const b = /^(a+)+$/'],
  ['a beginning that is looked for again and again', String.raw`text.replace(/\[[^\]]*\]/g, '')`],
  ['an end that is looked for again and again', String.raw`text.replace(/\s+$/, '')`],
  ['the pattern of a schema', "Type.String({ pattern: '^(a+)+$' })"],
  ['a pattern with a constant in it', `const PART = "(a+)+"; const b = { pattern: \`^\${PART}$\` }`],
  ['a raw text', 'const b = String.raw`^(\\w+)+$`'],
])('an expression whose time grows faster than its input is found: %s', (_, line) => {
  expect(problemsOf(line)).toEqual([
    expect.stringMatching(/^2: .* may take far longer than its input is long/),
  ])
})

test('an expression that is made of texts is refused', () => {
  expect(problemsOf('const b = new RegExp(name)')).toEqual([
    '2: RegExp is called with a text, which cannot be checked: write /…/ instead.',
  ])
})

test.each([
  ['one that looks at each character once', String.raw`text.replace(/\[[^[\]]*\]/g, '')`],
  ['the pattern of a schema', "Type.String({ pattern: '^[a-z]+$' })"],
  ['a pattern with a part of another file', `const b = { pattern: \`^(\${words})?$\` }`],
])('others are not: %s', (_, line) => {
  expect(problemsOf(line)).toEqual([])
})
