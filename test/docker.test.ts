import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isIgnored } from './support/dockerignore.ts'
import { BASE_ENVIRONMENT } from './support/environment.ts'
import { listen } from './support/listen.ts'

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

test('the guide names the argument by which another base is chosen', () => {
  const [, argument = 'none'] = /^ARG (\w+)=/m.exec(dockerfile) ?? []
  const guide = readFileSync(join(root, 'docs/how-to/deploy.md'), 'utf8')
  expect(guide).toContain(`docker build --build-arg ${argument}=`)
})

test('the health check asks the port on which the service listens', async () => {
  const [, json = '[]'] = /^ {2}CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [command, ...args] = JSON.parse(json)
  const server = createServer((_, response) => response.end())
  const port = String(await listen(server))
  const check = async (variables: Record<string, string>) => {
    const [code] = await once(spawn(command, args, { env: { ...BASE_ENVIRONMENT, ...variables } }), 'exit')
    return code
  }
  expect(command).toBe('node')
  expect(await check({ PORT: port })).toBe(0)
  expect(await check({ SIGNAGE_PORT: port, PORT: '1' })).toBe(0)
  expect(await check({ SIGNAGE_PORT: '', PORT: port })).toBe(0)
  expect(await check({ SIGNAGE_PORT: '1', PORT: port })).toBe(1)
})

test('the image, the lock file, the changelog and the README name the version of the package', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  expect(dockerfile).toContain(`org.opencontainers.image.version=${version} `)
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(/^## (\S+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  for (const [, named] of read('README.md').matchAll(/signage-service-(\d\S+)\.tgz/g))
    expect(named).toBe(version)
  expect(read('README.md')).toContain(`\nVersion ${version.split('.', 2).join('.')}. `)
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
    ['src/**', 'src/commands/migrate.ts', true],
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
