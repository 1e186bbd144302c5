import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isIgnored } from './support/dockerignore.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dockerignore = readFileSync(join(root, '.dockerignore'), 'utf8')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

/** What the Dockerfile copies from the repository, not from another stage. */
function copiedPaths(): string[] {
  const instructions = dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)
  return [...new Set(Array.from(instructions, ([, sources = '']) => sources.split(' ')).flat())]
}

/** The path, or all files in the folder. */
function filesOf(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(join(root, name)).isFile())
}

describe('of what the Dockerfile copies', () => {
  test.each(copiedPaths())('nothing in %s is ignored', (path) => {
    const files = filesOf(path)
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => isIgnored(dockerignore, file))).toEqual([])
  })
})

test('the Dockerfile copies all files that the build is configured by', () => {
  const config = readFileSync(join(root, 'rolldown.config.js'), 'utf8')
  const imported = Array.from(config.matchAll(/from '\.\/([^']+)'/g), ([, name = '']) => name)
  expect(imported).not.toEqual([])
  expect(copiedPaths()).toEqual(expect.arrayContaining(['rolldown.config.js', ...imported]))
})

test('all stages of the image have the same base, which a digest names', () => {
  const [, base] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? []
  expect(base).toMatch(/^node:\S+@sha256:[0-9a-f]{64}$/)
  const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, name]) => name)
  expect(bases).toEqual(['$NODE_IMAGE', '$NODE_IMAGE'])
})

test.each(['.env', '.git/config', 'data/signage.db', 'node_modules/pg/package.json'])(
  '%s stays out of the image',
  (path) => {
    expect(isIgnored(dockerignore, path)).toBe(true)
  },
)

describe('a .dockerignore ignores', () => {
  test.each([
    ['src', 'src/cli.ts', true],
    ['/src/', 'src/cli.ts', true],
    ['src', 'test/src/cli.ts', false],
    ['*', 'src/cli.ts', true],
    ['*.ts', 'src/cli.ts', false],
    ['*/*.ts', 'src/cli.ts', true],
    ['**/*.ts', 'src/commands/keys/index.ts', true],
    ['**/*.ts', 'cli.ts', true],
    ['src/**', 'src/commands/help.ts', true],
    ['cli.?s', 'cli.ts', true],
    ['cli.[jt]s', 'cli.ts', true],
    ['package.json', 'package-json', false],
    ['# src\n\n', 'src', false],
    ['*\n!src', 'src/cli.ts', false],
    ['*\n!src\nsrc/cli.ts', 'src/cli.ts', true],
    ['!src\n*', 'src/cli.ts', true],
    ['src\n!src/cli.ts', 'src/cli.ts', false],
  ])('by %j the file %s: %s', (lines, path, expected) => {
    expect(isIgnored(lines, path)).toBe(expected)
  })
})
