import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPTIONS_OF_FORMAT } from '../../src/formats/format-options.ts'

const reference = readFileSync('docs/reference/formats.md', 'utf8').split(/^## /m)
const section = reference.find((text) => text.startsWith('Options')) ?? ''

/** The names in backquotes. */
const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

test('the reference has the options of each format', () => {
  const rows = [...section.matchAll(/^- (`--.*?) \((.*?)\): /gm)]
  const documented = rows.flatMap(([, options = '', used = '']) => {
    const named = namesIn(used)
    const names = used.startsWith('all')
      ? Object.keys(OPTIONS_OF_FORMAT).filter((name) => !named.includes(name))
      : named
    return namesIn(options).flatMap((option) => names.map((name) => `${name} ${option}`))
  })
  const declared = Object.entries(OPTIONS_OF_FORMAT).flatMap(([name, options]) =>
    options.map((option) => `${name} --${option.replace(/[A-Z]/g, '-$&').toLowerCase()}`),
  )
  const strict = Object.keys(OPTIONS_OF_FORMAT).map((name) => `${name} --strict`)
  expect(documented.sort()).toEqual([...declared, ...strict].sort())
})
