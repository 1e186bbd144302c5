import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { Environment } from '../src/config/environment.ts'
import { anchors, codeBlocks, links, readPage } from './support/markdown.ts'

/** Variables of other programs, of the tests, of the benchmark and of the image's build. */
const OTHER_VARIABLES = [
  'CHROMIUM_PATH',
  'LITESTREAM_ACCESS_KEY_ID',
  'LITESTREAM_SECRET_ACCESS_KEY',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_IMAGE',
  'TEST_DATABASE_URL',
]

/** Values in the files of other systems. */
const OTHER_VALUES = ['ITEM_VARIATION', 'OUT_OF_STOCK', 'SIZE_PRICE', 'TIME_SPECIFIC_PRICE']

const root = fileURLToPath(new URL('..', import.meta.url))
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...filesIn('docs', '.md'),
  'test/promises.md',
]

describe('links', () => {
  test.each(pages)('of %s lead to files and headings that exist', (page) => {
    for (const link of links(page).filter((target) => !/^(https?|mailto):/.test(target))) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? page : normalize(join(dirname(page), file))
      expect(existsSync(join(root, target)), `${page}: ${link}`).toBe(true)
      if (anchor !== undefined) expect([...anchors(target)], `${page}: ${link}`).toContain(anchor)
    }
  })

  test('lead from the index, or from a page that it links to, to every page', () => {
    const reached = new Set(['docs/README.md'])
    for (const page of reached) {
      for (const link of links(page)) {
        const target = normalize(join(dirname(page), link.split('#')[0] ?? ''))
        if (target.startsWith('docs/') && pages.includes(target)) reached.add(target)
      }
    }
    expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
  })

  test('in messages of the command lead to files that exist', () => {
    const sources = filesIn('src', '.ts').map((file) => readFileSync(join(root, file), 'utf8'))
    const named = sources.flatMap((text) => text.match(/\bdocs\/[\w/-]+\.\w+/g) ?? [])
    expect(named.length).toBeGreaterThan(0)
    for (const file of named) expect(existsSync(join(root, file)), file).toBe(true)
  })
})

describe('examples', () => {
  const files = readdirSync(join(root, 'examples')).filter((name) => name !== 'tsconfig.json')

  test.each(files)('%s is on a page as it is', (file) => {
    const text = readFileSync(join(root, 'examples', file), 'utf8')
    const shown = filesIn('docs/how-to', '.md').flatMap((page) => codeBlocks(page).map(({ code }) => code))
    expect(shown).toContain(text)
  })
})

describe('in code, pages name only', () => {
  // The changelog may name what is gone.
  const current = pages.filter((page) => page !== 'CHANGELOG.md')
  const code = (page: string) => {
    const scripts = /^ *```(js|tsx)$[\s\S]*?^ *```$/gm
    const text = readPage(page).replace(scripts, '')
    return text.match(/`[^`\n]+`|^ *```[\s\S]*?^ *```$/gm)?.join('\n') ?? ''
  }

  test('commands that exist', () => {
    const headings = readPage('docs/reference/cli.md').matchAll(/^## signage (.+)$/gm)
    const known = Array.from(headings, ([, name = '']) => name)
    const isGroup = (name: string) => known.some((other) => other.startsWith(`${name} `))
    const unknown = current.flatMap((page) =>
      Array.from(code(page).matchAll(/(?<=npx |`)signage ([a-z]+)(?: ([a-z]+))?/g))
        .map(([, name = '', child = '']) => (isGroup(name) && child !== '' ? `${name} ${child}` : name))
        .filter((name) => !known.includes(name))
        .map((name) => `${page}: signage ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('variables that exist', () => {
    const known = [...Object.keys(Environment.properties), ...OTHER_VARIABLES, ...OTHER_VALUES]
    const unknown = current.flatMap((page) =>
      Array.from(code(page).matchAll(/(?<![\w./-])[A-Z]+(?:_[A-Z]+)+(?![\w/])/g), ([name]) => name)
        .filter((name) => !known.includes(name.replace(/^SIGNAGE_/, '')))
        .map((name) => `${page}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})

test.each([
  ['parameters of boards', 'reference/board.md', 'boards/shared', /\b(?:read|query\.get)\('(\w+)'/g],
  ['checks of the doctor', 'how-to/troubleshoot.md', 'commands/doctor', /(?:Check\(|name: )'([a-z ]+)'/g],
])('all %s are on the page %s', (_, page, folder, pattern) => {
  const sources = filesIn(join('src', folder), '.ts').map((file) => readFileSync(join(root, file), 'utf8'))
  const names = sources.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name))
  expect(names.length).toBeGreaterThan(5)
  const text = readPage(join('docs', page))
  expect(names.filter((name) => !text.includes(`- \`${name}\``))).toEqual([])
})

test('every path on the page where to change what exists', () => {
  const paths = Array.from(
    readPage('docs/where-to-change.md').matchAll(/`((?:src|test)\/[\w./-]+)`/g),
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(60)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every dependency but types has its reason in docs/architecture.md', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, tables = ''] = readPage('docs/architecture.md').split('## Dependencies')
  const named = Array.from(tables.matchAll(/^\| ([^|]+) \|/gm), ([, names = '']) => names.split(', ')).flat()
  const isType = (name: string) => name.startsWith('@types/')
  const needed = Object.keys({ ...dependencies, ...devDependencies })
  expect(needed.filter((name) => !named.includes(name) && !isType(name))).toEqual([])
})
