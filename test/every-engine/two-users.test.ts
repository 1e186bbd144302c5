import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { AppOptions } from '../../src/app-options.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Database, Query } from '../../src/storage/database.ts'
import { connectTo } from '../support/connection.ts'
import { openMemory } from '../support/database.ts'
import { NOW, PATIENT } from '../support/service.ts'
import { CHANGES, DEVICE_PATHS, document, keyOf, MENU_PATHS, USERS, type User } from '../support/two-users.ts'

/*
 * Two users take turns on both interfaces of one service. They request what only one of them may read, what both may
 * read, and what neither may read. Caches must never show: each response must be the same as that of a service that
 * was just started and has no other clients.
 */

type BasePaths = Required<Pick<AppOptions, 'deviceBasePath' | 'menuBasePath'>>
const AT_ROOT: BasePaths = { deviceBasePath: '', menuBasePath: '' }
const MOVED: BasePaths = { deviceBasePath: '/dashboard/api', menuBasePath: '/menus-api' }
const pathsBelow = ({ deviceBasePath, menuBasePath }: BasePaths) => [
  ...DEVICE_PATHS.map((path) => deviceBasePath + path),
  ...MENU_PATHS.map((path) => menuBasePath + path),
]

const headersOf = (user: User, etag?: string | null) => ({
  'x-api-key': keyOf(user),
  authorization: `Bearer ${keyOf(user)}`,
  'accept-encoding': 'identity',
  ...(etag ? { 'if-none-match': etag } : {}),
})

/** The headers that must not depend on earlier requests. */
const COMPARED = ['content-type', 'cache-control', 'etag', 'vary', 'www-authenticate', 'content-length']

interface Received {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string | null>
}

async function start(basePaths: BasePaths) {
  const database = await openMemory()
  await importDocument(database, structuredClone(document), { clock: () => NOW })
  let lookups = 0
  const countKeys = ({ sql }: Query) => {
    if (sql.includes('api_keys')) lookups++
  }
  const counted: Database = {
    ...database,
    get: (query) => {
      countKeys(query)
      return database.get(query)
    },
    all: (query) => {
      countKeys(query)
      return database.all(query)
    },
  }
  const parts = { clock: () => NOW, limits: PATIENT, ...basePaths }
  const app = await buildApp({ database: counted, ...parts })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const connection = connectTo(address)
  afterAll(async () => {
    connection.close()
    await app.close()
    await database.close()
  })
  const request = async (
    path: string,
    user: User,
    method: 'GET' | 'HEAD' = 'GET',
    etag?: string | null,
  ): Promise<Received> => {
    const { status, header, bytes } = await connection.send(method, path, headersOf(user, etag))
    const headers = Object.fromEntries(COMPARED.map((name) => [name, header(name) ?? null]))
    return { status, body: bytes.toString(), headers }
  }
  return {
    database,
    request,
    startAnother: () => buildApp({ database, ...parts }),
    lookups: () => lookups,
  }
}

async function requestOnce(app: FastifyInstance, url: string, user: User): Promise<Received> {
  const { statusCode, body, headers } = await app.inject({ url, headers: headersOf(user) })
  const compared = COMPARED.map((name) => [name, headers[name]?.toString() ?? null])
  return { status: statusCode, body, headers: Object.fromEntries(compared) }
}

/** What base paths do to a cache does not depend on the engine. */
const MOVED_CHANGES = CHANGES.filter(
  ([change]) => inject('engine') === 'sqlite' && /menu granted|device given|revoked/.test(change),
)

describe.each([
  ['without base paths', AT_ROOT, CHANGES],
  ['with base paths', MOVED, MOVED_CHANGES],
])('%s', async (_, basePaths, changes) => {
  const { database, request, startAnother, lookups } = await start(basePaths)
  const paths = pathsBelow(basePaths)

  test('the fast path is used on both interfaces, for each user', async () => {
    const [ofOne, ofTwo] = [
      `${basePaths.deviceBasePath}/devices/of-one`,
      `${basePaths.menuBasePath}/v1/menus`,
    ]
    for (const user of USERS) for (const path of [ofOne, ofTwo]) await request(path, user)
    const before = lookups()
    expect((await request(ofOne, 'one')).status).toBe(200)
    for (const user of USERS) expect((await request(ofTwo, user)).status).toBe(200)
    expect(lookups()).toBe(before)
  })

  /** The responses of a service that was just started and has no other clients. */
  async function responsesTo(user: User): Promise<Map<string, Received>> {
    const another = await startAnother()
    const responses = new Map<string, Received>()
    for (const path of paths) responses.set(path, await requestOnce(another, path, user))
    await another.close()
    return responses
  }

  test.each(changes)('after %s, each response is the same as that of a new service', async (_, script) => {
    await database.batch([{ script }])
    const expected = { one: await responsesTo('one'), two: await responsesTo('two') }
    // Responses of the second round may come from what the first round has cached.
    for (const round of ['first', 'second']) {
      for (const path of paths) {
        for (const user of USERS) {
          expect(await request(path, user), `${round} ${path} of ${user}`).toEqual(expected[user].get(path))
        }
      }
    }
    for (const user of USERS) {
      for (const [path, { status, headers }] of expected[user]) {
        expect(await request(path, user, 'HEAD'), `HEAD ${path}`).toEqual({ status, body: '', headers })
        const { etag } = headers
        if (!etag) continue
        for (const method of ['GET', 'HEAD'] as const) {
          const unchanged = await request(path, user, method, etag)
          expect({ ...unchanged, headers: unchanged.headers['etag'] }).toEqual({
            status: 304,
            body: '',
            headers: etag,
          })
        }
      }
    }
    const statuses = Object.values(expected).flatMap((responses) =>
      [...responses.values()].map(({ status }) => status),
    )
    expect(statuses).toEqual(expect.arrayContaining([200, 404]))
  })
})
