import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './support/database.ts'
import { startService } from './support/service.ts'

const { get } = await startService({}, { allowsChanges: true })
const reading = await startService({})

describe('/openapi.json', () => {
  test('describes the routes that change something only where they exist', async () => {
    const { paths } = (await get('/openapi.json')).json()
    const methods = Object.values<object>(paths).flatMap((path) => Object.keys(path))
    expect(new Set(methods)).toEqual(new Set(['get', 'patch', 'put', 'post', 'delete']))
    const { paths: readingPaths } = (await reading.get('/openapi.json')).json()
    for (const path of Object.values<object>(readingPaths)) expect(Object.keys(path)).toEqual(['get'])
    expect(Object.keys(readingPaths)).toHaveLength(Object.keys(paths).length - 5)
  })

  test('describes every route of both interfaces in OpenAPI 3.1, and requires no key', async () => {
    const response = await get('/openapi.json')
    expect(response.statusCode).toBe(200)
    const { openapi, paths, components } = response.json()
    expect(openapi).toBe('3.1.0')
    expect(Object.keys(paths).sort()).toEqual([
      '/devices',
      '/devices/{id}',
      '/devices/{id}/alerts',
      '/devices/{id}/heartbeats',
      '/devices/{id}/mute',
      '/devices/{id}/outages',
      '/fleet',
      '/sites/{id}/mute',
      '/v1/groups',
      '/v1/groups/stream',
      '/v1/items/{itemId}',
      '/v1/menus',
      '/v1/menus/options',
      '/v1/menus/{menuId}',
      '/v1/menus/{menuId}/groups/options',
      '/v1/stream-token',
    ])
    expect(components.schemas.Devices.properties.data.items).toEqual({
      $ref: '#/components/schemas/ListedDevice',
    })
    expect(components.schemas.Group.properties.groups.items).toEqual({ $ref: '#/components/schemas/Group' })
    expect(components.schemas.Item.properties.items.items).toEqual({ $ref: '#/components/schemas/Item' })
  })

  test('equals docs/openapi.json, which `npx vitest run test/openapi.test.ts -u` updates', async () => {
    const { info, ...description } = (await get('/openapi.json')).json()
    const { version: _, ...named } = info
    const text = `${JSON.stringify({ ...description, info: named }, null, 2)}\n`
    await expect(text).toMatchFileSnapshot('../docs/openapi.json')
  })

  test('states that created_at and open_dev_tools are declared as integers elsewhere', async () => {
    const { created_at, open_dev_tools } = (await get('/openapi.json')).json().components.schemas.Device
      .properties
    expect(created_at).toMatchObject({ type: 'string', format: 'date-time' })
    expect(created_at.description).toContain('declare an integer')
    expect(open_dev_tools).toMatchObject({ type: 'boolean' })
    expect(open_dev_tools.description).toContain('declare an integer')
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

  test('passes the linter', async () => {
    const file = join(temporaryFolder(), 'openapi.json')
    writeFileSync(file, (await get('/openapi.json')).body)
    const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
    const linter = join(dirname(manifest), 'bin', 'cli.js')
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stderr } = await promisify(execFile)(process.execPath, [linter, 'lint', file], {
      env: environment,
    })
    expect(stderr).toContain('Your API description is valid')
    expect(stderr).not.toMatch(/warning\(s\)|error\(s\)/i)
  })
})

function operationsIn(paths: Record<string, Record<string, Operation>>): [path: string, Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): [string, Operation] => [path, operation]),
  )
}

interface Operation {
  parameters?: { name: string; description?: string }[]
  responses: Record<string, { description: string }>
}

describe('/docs', () => {
  test('serves interactive documentation, which requires no key and loads nothing from other origins', async () => {
    const page = await get('/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
    expect(assets.length).toBeGreaterThan(3)
    for (const url of assets) {
      expect(url).toMatch(/^\/docs\//)
      expect((await get(url)).statusCode, url).toBe(200)
    }
  })
})
