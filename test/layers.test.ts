import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * The folders of `src`, and the files beside them, from the top down: each may import from those below it, and none
 * from one above or beside it in the same line.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['cli.ts', 'index.ts'],
  ['commands'],
  ['compare', 'doctor', 'pull'],
  ['server'],
  ['app.ts'],
  ['http-writes'],
  ['openapi', 'pages', 'transfer', 'observability'],
  ['fleet'],
  ['alerts'],
  ['incidents'],
  ['http-client'],
  ['device', 'menu', 'config'],
  ['fast-path', 'jobs', 'site'],
  ['auth'],
  ['http'],
  ['storage'],
  [
    'at-most-every.ts',
    'clock.ts',
    'command-error.ts',
    'costly-json.ts',
    'deadline.ts',
    'differences.ts',
    'formulas.ts',
    'group-by.ts',
    'intervals.ts',
    'json.ts',
    'limit.ts',
    'slices.ts',
    'system-error.ts',
    'text-limits.ts',
    'time-zone.ts',
    'timestamps.ts',
    'escape-control-characters.ts',
  ],
]

/** Scripts of pages run in browsers, and are built by themselves. */
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('pages/browser/'),
)
const folderOf = (file: string) => file.split('/')[0] ?? ''
const layerOf = (folder: string) => LAYERS.findIndex((folders) => folders.includes(folder))

test('every folder and every file beside it has its place', () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual(LAYERS.flat().sort())
})

test.each(files)('%s imports only from its own folder and from layers below', (file) => {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  const imported = [...text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(SOURCE, join(SOURCE, dirname(file), path)),
  )
  const wrong = imported.filter(
    (other) => folderOf(other) !== folderOf(file) && layerOf(folderOf(other)) <= layerOf(folderOf(file)),
  )
  expect(wrong).toEqual([])
})
