import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { describeRoutes } from './support/describe-routes.ts'
import { createExampleCheck, findUndescribed, type Media, samplesOf } from './support/described.ts'
import { device, devicesDocument, group, item, KEY, menu, withBearer, withKey } from './support/documents.ts'
import { startService } from './support/service.ts'

/** `npx vitest run test/openapi.test.ts -u` writes it. */
const FILE = '../docs/openapi.json'

const { get, send } = await startService(
  {
    ...devicesDocument(device('d')),
    menus: [menu('m', { groups: [group('g', { items: [item('i', { items: [item('small')] })] })] })],
    apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read', 'menu:write'], menus: ['m'] }],
  },
  { allowsChanges: true },
)
const reading = await startService({ users: [] })

describe('/openapi.json', () => {
  test('describes the routes that change something only where they exist', async () => {
    const { paths } = (await get('/openapi.json')).json()
    const methods = Object.values<object>(paths).flatMap((path) => Object.keys(path))
    expect(new Set(methods)).toEqual(new Set(['get', 'patch', 'put', 'post', 'delete']))
    const { paths: readingPaths } = (await reading.get('/openapi.json')).json()
    for (const path of Object.values<object>(readingPaths)) expect(Object.keys(path)).toEqual(['get'])
    expect(Object.keys(readingPaths)).toHaveLength(Object.keys(paths).length - 6)
  })

  test('has the base paths of the service', async () => {
    const based = await startService({ users: [] }, { deviceBasePath: '/d', menuBasePath: '/m' })
    const { paths } = (await based.get('/openapi.json')).json()
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/d/devices', '/d/fleet', '/m/v1/groups']))
  })

  test('describes every route of both interfaces in OpenAPI 3.1, and requires no key', async () => {
    const response = await get('/openapi.json')
    expect(response.statusCode).toBe(200)
    const { openapi, paths, components } = response.json()
    expect(openapi).toBe('3.1.0')
    expect(Object.keys(paths).sort()).toEqual([
      '/devices',
      '/devices/{id}',
      '/devices/{id}/heartbeats',
      '/devices/{id}/mute',
      '/devices/{id}/outages',
      '/fleet',
      '/sites/{id}/mute',
      '/v1/groups',
      '/v1/groups/stream',
      '/v1/items/{itemId}',
      '/v1/keys',
      '/v1/menus',
      '/v1/menus/options',
      '/v1/menus/{menuId}',
      '/v1/menus/{menuId}/groups/options',
      '/v1/stream-token',
    ])
    expect(components.schemas.Devices.properties.data.items).toEqual({
      $ref: '#/components/schemas/Device',
    })
    expect(components.schemas.Group.properties.groups.items).toEqual({ $ref: '#/components/schemas/Group' })
    expect(components.schemas.Item.properties.items.items).toEqual({ $ref: '#/components/schemas/Item' })
  })

  test('is docs/openapi.json, which describes the routes by their schemas', async () => {
    const description = await describeRoutes()
    await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(FILE)
    expect((await get('/openapi.json')).json()).toEqual(description)
  })

  test('is valid, as it lies in docs/openapi.json, for a validator and for a linter', async () => {
    const file = fileURLToPath(new URL(FILE, import.meta.url))
    const { valid, errors } = await new Validator().validate(JSON.parse(readFileSync(file, 'utf8')))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    const { stderr } = await lint(file)
    expect(stderr).toContain('Your API description is valid')
    expect(stderr).not.toMatch(/warning\(s\)|error\(s\)/i)
  })

  test('states that created_at and open_dev_tools are declared as integers elsewhere', async () => {
    const { created_at, open_dev_tools } = (await get('/openapi.json')).json().components.schemas.Device
      .properties
    expect(created_at).toMatchObject({ type: 'string', format: 'date-time' })
    expect(created_at.description).toContain('declares an integer')
    expect(open_dev_tools).toMatchObject({ type: 'boolean' })
    expect(open_dev_tools.description).toContain('declares an integer')
  })

  test('has a description of every response and every parameter', async () => {
    const { paths } = (await get('/openapi.json')).json()
    for (const [path, operation] of operationsIn(paths)) {
      for (const { name, description } of operation.parameters ?? [])
        expect(description, `${path} ${name}`).toBeTruthy()
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(description, `${path} ${status}`).not.toMatch(/Default Response|^$/)
      }
    }
  })

  test('lists the error statuses that any request can get', async () => {
    const { paths } = (await get('/openapi.json')).json()
    for (const [, operation] of operationsIn(paths)) {
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '401', '414', '429', '431', '503']),
      )
    }
  })

  test('describes every field of every object', async () => {
    const description = (await get('/openapi.json')).json()
    const { Error: _, ...schemas } = description.components.schemas
    const found = findUndescribed({ schemas, paths: description.paths }, description.components.schemas)
    expect(found).toEqual([])
  })

  test('has an example of every body, which its own schema accepts, without fields that this lacks', async () => {
    const description = (await get('/openapi.json')).json()
    const check = createExampleCheck(description.components)
    for (const [path, { requestBody, responses, parameters = [] }] of operationsIn(description.paths)) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const bodies = [requestBody, ...successes.map(([, response]) => response)]
      for (const media of bodies.flatMap((body) => Object.values(body?.content ?? {})))
        expect(check(media), path).toBeUndefined()
      for (const parameter of parameters.filter((each) => each.in === 'path'))
        expect(check(parameter), `${path} ${parameter.name}`).toBeUndefined()
    }
  })

  test('names parameters of queries only with values that the service accepts', async () => {
    const { paths } = (await get('/openapi.json')).json()
    const reading = operationsIn(paths).filter(([path]) => /^\/(devices|fleet|v1\/groups)$/.test(path))
    expect(reading).toHaveLength(3)
    const headers = { ...withBearer, ...withKey }
    for (const [path, { parameters = [] }] of reading)
      for (const { name, schema } of parameters)
        for (const value of samplesOf(schema)) {
          const url = `${path}?${name}=${value}`
          expect((await send({ url, headers })).statusCode, url).toBe(200)
        }
  })

  test('has the types of parameters that are numbers, booleans or one of some texts', async () => {
    const { paths } = (await get('/openapi.json')).json()
    const types = operationsIn(paths).flatMap(([, { parameters = [] }]) =>
      parameters.map(({ name, schema }) => [name, schema.enum ?? schema.type]),
    )
    expect(Object.fromEntries(types)).toMatchObject({
      limit: 'integer',
      depth: 'integer',
      page: 'integer',
      pageSize: 'integer',
      page_size: 'integer',
      is_online: 'boolean',
      allowRemovals: 'boolean',
      state: ['offline', 'never', 'asleep', 'online'],
    })
  })

  test('has the largest numbers that count', async () => {
    const { paths } = (await get('/openapi.json')).json()
    const schemas = operationsIn(paths).flatMap(([, { parameters = [] }]) =>
      parameters.map(({ name, schema }) => [name, schema]),
    )
    expect(Object.fromEntries(schemas)).toMatchObject({
      page_size: { maximum: 1000 },
      pageSize: { maximum: 50 },
      limit: { maximum: 200 },
    })
  })

  test('says of the body of a menu what the service takes', async () => {
    const { paths, components } = (await get('/openapi.json')).json()
    const [media] = Object.values<Media>(paths['/v1/menus/{menuId}'].put.requestBody.content)
    const check = createExampleCheck(components)
    const schema = media?.schema ?? {}
    const { groups } = (await get('/v1/groups?menus=m', withKey)).json()
    expect(check({ schema, example: { name: 'M', groups } })).toBeUndefined()
    for (const wrong of [
      {},
      { name: 'M', keepsLeftOut: true },
      { name: 'M', groups: [{ name: 'G', price: 1 }] },
      { name: 'M', groups: [{ name: 'G', items: [{ name: 'I', replacedTags: [] }] }] },
    ]) {
      expect(check({ schema, example: wrong })).toBeDefined()
      const headers = { ...withKey, 'content-type': 'application/json' }
      const payload = JSON.stringify(wrong)
      expect((await send({ method: 'PUT', url: '/v1/menus/m', headers, payload })).statusCode).toBe(400)
    }
  })
})

/** Checks a file of an API description. It fails unless there is no error. */
function lint(file: string) {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const linter = join(dirname(manifest), 'bin', 'cli.js')
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return promisify(execFile)(process.execPath, [linter, 'lint', file], { env: environment })
}

function operationsIn(paths: Record<string, Record<string, Operation>>): [path: string, Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): [string, Operation] => [path, operation]),
  )
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

interface Parameter extends Media {
  name: string
  in: string
  description?: string
}

describe('/docs', () => {
  test('serves interactive documentation, which requires no key and loads nothing from other origins', async () => {
    const page = await get('/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
    expect(assets.length).toBeGreaterThan(3)
    for (const url of assets) {
      const { origin, pathname } = new URL(url, 'http://service/docs')
      expect(origin).toBe('http://service')
      expect((await get(pathname)).statusCode, url).toBe(200)
    }
  })

  test('finds its files under a path in front, with and without a trailing slash', async () => {
    for (const page of ['/docs', '/docs/', '/docs/?a=/']) {
      const { body } = await get(page)
      const scripts = [...body.matchAll(/src="([^"]+\.js)"/g)].map(([, url = '']) => url)
      const paths = scripts.map((url) => new URL(url, `http://service/in/front${page}`).pathname)
      expect(paths).toEqual(['/in/front/app/reference/scalar.js', '/in/front/app/reference/reference.js'])
    }
  })
})
