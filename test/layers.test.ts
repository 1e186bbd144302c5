import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
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
  ['process'],
  ['config'],
  ['app.ts'],
  ['change-routes.ts', 'jobs.ts'],
  ['app-options.ts', 'writers.ts'],
  ['metrics', 'pages'],
  ['boards'],
  ['browser'],
  ['fleet'],
  ['alerts'],
  ['keys', 'menu-changes'],
  ['formats'],
  ['documents'],
  ['device', 'menu'],
  ['fast-path'],
  ['auth'],
  ['http'],
  ['storage', 'schemas'],
  ['lib'],
]

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const folderOf = (file: string) => file.split('/')[0] ?? ''
/** The folder or file below that of the first level. */
const roomOf = (file: string) => file.split('/').slice(0, 2).join('/')
const layerOf = (folder: string) => LAYERS.findIndex((folders) => folders.includes(folder))

test('every folder and every file beside it has its place', () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual(LAYERS.flat().sort())
})

/** The files that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  return [...text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(SOURCE, join(SOURCE, dirname(file), path)),
  )
}

test.each(files)('%s imports only from its own folder and from layers below', (file) => {
  const wrong = importsOf(file).filter(
    (other) => folderOf(other) !== folderOf(file) && layerOf(folderOf(other)) <= layerOf(folderOf(file)),
  )
  expect(wrong).toEqual([])
})

const SQL = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/

function mayContainSql(file: string): boolean {
  return (
    file.startsWith('storage/') ||
    /^(?:repository|queries)\.ts$/.test(basename(file)) ||
    basename(dirname(file)) === 'queries'
  )
}

test.each(files.filter((file) => !mayContainSql(file)))('%s contains no SQL', (file) => {
  expect(readFileSync(join(SOURCE, file), 'utf8').match(SQL)).toBeNull()
})

test.each([
  ['files', (file: string) => file],
  ['folders of the second level, and files beside them,', roomOf],
])('no circle of %s', (_, nodeOf) => {
  const edges = new Map<string, Set<string>>()
  for (const file of files) {
    const from = nodeOf(file)
    const targets = edges.get(from) ?? new Set()
    for (const other of importsOf(file)) if (nodeOf(other) !== from) targets.add(nodeOf(other))
    edges.set(from, targets)
  }
  expect(circleIn(edges)).toEqual([])
})

/** What remains when everything that imports nothing of the rest is taken away, again and again. */
function circleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set(edges.keys())
  for (;;) {
    const free = [...left].filter((node) => [...(edges.get(node) ?? [])].every((other) => !left.has(other)))
    if (free.length === 0) return [...left].sort()
    for (const node of free) left.delete(node)
  }
}
