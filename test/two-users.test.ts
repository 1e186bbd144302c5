import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp, type Parts } from '../src/app.ts'
import type { Database } from '../src/storage/database.ts'
import { importDocument } from '../src/transfer/import.ts'
import { openMemory } from './support/database.ts'
import { NOW, PATIENT } from './support/service.ts'
import { CHANGES, DEVICE_PATHS, document, keyOf, MENU_PATHS, USERS, type User } from './support/two-users.ts'

/*
 * Two users ask one service in turn, on both interfaces, for what only they may read, for what both may read, and
 * for what nobody may read. What the service has kept must never show: each answer is that of a service that was
 * just started and that nobody else has asked.
 */

type BasePaths = Required<Pick<Parts, 'deviceBasePath' | 'menuBasePath'>>
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

/** What of an answer must be the same, whoever was asked for it before. */
const COMPARED = ['content-type', 'cache-control', 'etag', 'vary', 'www-authenticate', 'content-length']

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string | null>
}

async function start(basePaths: BasePaths) {
  const database = await openMemory()
  await importDocument(database, structuredClone(document), { clock: () => NOW })
  let lookUps = 0
  const countKeys = (sql: string) => {
    if (sql.includes('api_keys')) lookUps++
  }
  const counted: Database = {
    ...database,
    get: (sql, ...parameters) => {
      countKeys(sql)
      return database.get(sql, ...parameters)
    },
    all: (sql, ...parameters) => {
      countKeys(sql)
      return database.all(sql, ...parameters)
    },
  }
  const parts = { clock: () => NOW, limits: PATIENT, ...basePaths }
  const app = await buildApp({ database: counted, ...parts })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  const ask = async (path: string, user: User, method = 'GET', etag?: string | null): Promise<Answer> => {
    const answer = await fetch(address + path, { method, headers: headersOf(user, etag) })
    const headers = Object.fromEntries(COMPARED.map((name) => [name, answer.headers.get(name)]))
    return { status: answer.status, body: await answer.text(), headers }
  }
  return {
    database,
    ask,
    startAnother: () => buildApp({ database, ...parts }),
    lookUps: () => lookUps,
  }
}

async function askOnce(app: FastifyInstance, url: string, user: User): Promise<Answer> {
  const { statusCode, body, headers } = await app.inject({ url, headers: headersOf(user) })
  const compared = COMPARED.map((name) => [name, headers[name]?.toString() ?? null])
  return { status: statusCode, body, headers: Object.fromEntries(compared) }
}

describe.each([
  ['without base paths', AT_ROOT, CHANGES],
  ['below base paths', MOVED, CHANGES.filter(([change]) => /menu granted|device given|revoked/.test(change))],
])('%s', async (_, basePaths, changes) => {
  const { database, ask, startAnother, lookUps } = await start(basePaths)
  const paths = pathsBelow(basePaths)

  test('the short way is taken on both interfaces, for each user', async () => {
    const [ofOne, ofTwo] = [
      `${basePaths.deviceBasePath}/devices/of-one`,
      `${basePaths.menuBasePath}/v1/menus`,
    ]
    for (const user of USERS) for (const path of [ofOne, ofTwo]) await ask(path, user)
    const before = lookUps()
    expect((await ask(ofOne, 'one')).status).toBe(200)
    for (const user of USERS) expect((await ask(ofTwo, user)).status).toBe(200)
    expect(lookUps()).toBe(before)
  })

  /** What a service answers that was just started, and that nobody else asks. */
  async function answersTo(user: User): Promise<Map<string, Answer>> {
    const another = await startAnother()
    const answers = new Map<string, Answer>()
    for (const path of paths) answers.set(path, await askOnce(another, path, user))
    await another.close()
    return answers
  }

  test.each(changes)('after %s, each answer is that of a new service', async (_, script) => {
    await database.batch([{ script }])
    const expected = { one: await answersTo('one'), two: await answersTo('two') }
    // What the first round has left may be what the second is answered with.
    for (const round of ['first', 'second']) {
      for (const path of paths) {
        for (const user of USERS) {
          expect(await ask(path, user), `${round} ${path} of ${user}`).toEqual(expected[user].get(path))
        }
      }
    }
    for (const user of USERS) {
      for (const [path, { status, headers }] of expected[user]) {
        expect(await ask(path, user, 'HEAD'), `HEAD ${path}`).toEqual({ status, body: '', headers })
        const { etag } = headers
        if (!etag) continue
        for (const method of ['GET', 'HEAD']) {
          const unchanged = await ask(path, user, method, etag)
          expect({ ...unchanged, headers: unchanged.headers['etag'] }).toEqual({
            status: 304,
            body: '',
            headers: etag,
          })
        }
      }
    }
    const statuses = Object.values(expected).flatMap((answers) =>
      [...answers.values()].map(({ status }) => status),
    )
    expect(statuses).toEqual(expect.arrayContaining([200, 404]))
  })
})
