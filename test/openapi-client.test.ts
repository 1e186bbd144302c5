import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSchemaTypes } from '@openapi-qraft/openapi-typescript-plugin/generateSchemaTypes'
import { transformSync } from '@swc/core'
import createClient, { type Client } from 'openapi-fetch'
import type { paths } from 'signage-service/openapi'
import { beforeAll, expect, test } from 'vitest'
import { callEveryRoute, openStream, readAnswers } from './fixtures/openapi-client.ts'
import { temporaryFolder } from './support/database.ts'
import { device, group, item, KEY, menu } from './support/documents.ts'
import { codeBlock } from './support/markdown.ts'
import { startService } from './support/service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = join(root, 'test/fixtures/openapi-client.ts')
const EXPECTED_ERROR = /^ *\/\/ @ts-expect-error.*\n/gm

const { get, address } = await startService(
  {
    users: [{ id: 'ops', name: 'Ops' }],
    sites: [{ id: 's', name: 'S', timezone: 'UTC' }],
    devices: [device('d', { site: 's', access: [{ user: 'ops', level: 'update' }] })],
    menus: [menu('m', { groups: [group('g', { items: [item('i')] })] })],
    apiKeys: [
      {
        key: KEY,
        name: 'all',
        user: 'ops',
        scopes: ['device:read', 'device:heartbeat', 'menu:write', 'alert:mute', 'key:write'],
        menus: ['m'],
      },
    ],
  },
  { allowsChanges: true, hasRealClock: true },
)

let types = ''
beforeAll(async () => {
  types = await generateSchemaTypes((await get('/openapi.json')).json(), { silent: true, args: {} })
})

test('docs/openapi.d.ts has the types that openapi-typescript makes of the description', async () => {
  await expect(`/* Made from openapi.json by openapi-typescript. */\n\n${types}`).toMatchFileSnapshot(
    '../docs/openapi.d.ts',
  )
})

/** Compiles a program with the types, and returns what is wrong. */
async function compile(program: string): Promise<string[]> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'openapi.d.ts'), types)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2023', lib: ['es2023', 'dom'], types: [] },
    ...{ module: 'preserve', moduleResolution: 'bundler', skipLibCheck: true },
    paths: { 'signage-service/openapi': ['./openapi.d.ts'] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], (_, stdout) => resolve(stdout))
  })
  return output.split('\n').filter((line) => /error TS\d+/.test(line))
}

test('a program with these types compiles, and each of its wrong calls is an error', async () => {
  const program = readFileSync(PROGRAM, 'utf8')
  expect(await compile(program)).toEqual([])
  const errors = await compile(program.replaceAll(EXPECTED_ERROR, ''))
  expect(errors).toHaveLength(program.match(EXPECTED_ERROR)?.length ?? 0)
})

test('the example of the README compiles, and prints the groups of the menu', async () => {
  const example = codeBlock('README.md', ({ code }) => code.includes('signage-service/openapi'))
  expect(await compile(example)).toEqual([])
  const { code } = transformSync(
    example.replace('http://localhost:3000', await address()).replace('demo-menus-only-key', KEY),
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
  )
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'example.mjs'), code)
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.mjs')])
  expect(stdout).toBe("[ 'g' ]\n")
})

test('the calls of the program, which are those of every route, are answered', async () => {
  const called = new Set<string>()
  const client: Client<paths> = createClient<paths>({
    baseUrl: await address(),
    headers: { authorization: `Bearer ${KEY}`, 'x-api-key': KEY },
  })
  client.use({
    onRequest: ({ request, schemaPath }) => {
      called.add(`${request.method} ${schemaPath}`)
    },
  })
  for (const { response, error } of await Promise.all(callEveryRoute(client)))
    expect(response.status, `${response.url} ${JSON.stringify(error)}`).toBeLessThan(300)
  const closing = new AbortController()
  expect((await openStream(client, closing.signal)).response.status).toBe(200)
  closing.abort()
  const { data } = await client.GET('/devices')
  expect(data && readAnswers(data)).toEqual(['Front Lobby'])
  const { paths: described } = (await get('/openapi.json')).json<{ paths: Record<string, object> }>()
  const routes = Object.entries(described).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect([...called].sort()).toEqual(routes.sort())
})
