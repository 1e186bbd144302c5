import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { importDocument } from '../../src/documents/import.ts'
import { exportTable } from '../../src/formats/export-table.ts'
import { importFile } from '../../src/formats/import-any-format.ts'
import { normalText } from '../../src/lib/text/normal-text.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { signageByEngine as signage } from '../support/commands.ts'
import { exported, newDatabaseToOpen, temporaryFolder } from '../support/database.ts'
import { device, group, item, KEY, menu, withKey } from '../support/documents.ts'
import { NOW, PATIENT, request } from '../support/service.ts'

/* Every text is stored in one form, whichever way it comes. */

const HARMFUL = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u0007\u001b\u007f\u0085\u009b'
const PARTS = [
  ...HARMFUL,
  ...['a', 'é', 'e\u0301', '\u0301', 'e\u0323\u0302', '\u212b', '\u0958', '\u1112\u1161\u11ab', '丽', 'ﬁ'],
  ...['قهوة', 'می\u200cخواهم', 'קפה', 'हिन्\u200dदी', '👩\u200d🍳', '🏳\ufe0f', '\u200e', '\u200f', '\u061c'],
  ...['\u00ad', '\u200b', '\u2060', '\ufeff', ' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u2028'],
  ...['&amp;', '<b>', '>', ';', '\\', "'", '=1'],
]
const anyText = fc.string({ unit: fc.constantFrom(...PARTS), maxLength: 8 })
/** Tables lose names and tags of which nothing can be seen. */
const visible = fc.tuple(anyText, anyText).map((texts) => texts.join('x'))

/** A text as it must be stored. */
const stored = (text: string) =>
  [...text]
    .filter((one) => !HARMFUL.includes(one))
    .join('')
    .normalize('NFC')

interface Texts {
  readonly name: string
  readonly description: string | null
  readonly tags: string[]
  readonly id: string
}
const texts: fc.Arbitrary<Texts> = fc.record({
  name: visible,
  description: fc.option(anyText),
  tags: fc.array(visible, { maxLength: 3 }),
  // Ids of tables have single spaces only.
  id: visible.map((text) => text.replace(/\s/gu, '')),
})

/** A document that has a text in each of its fields. Ids are used as they are. */
function documentOf({ name, description, tags, id }: Texts) {
  const items = [
    { ...item('i', { description, tags, items: [{ ...item('size', { description, tags }), name }] }), name },
  ]
  const groups = [{ ...group('g', { description, tags, items }), id, name }]
  const access = [{ user: id, level: 'update' }]
  return {
    users: [{ id, name }],
    sites: [{ id, name, timezone: 'Europe/Paris', hours: null }],
    devices: [{ ...device('d', { site: id, access, screen_orientation: name }), name }],
    menus: [menu('m', { name, location: { name, restaurantName: name }, groups })],
    apiKeys: [{ key: KEY, name, user: id, scopes: ['menu:write'], menus: ['m'] }],
  }
}

async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  const writableDatabase = await openDatabase(url, 'server-write')
  const app = await buildApp({ database, writableDatabase, clock: () => NOW, limits: PATIENT })
  onTestFinished(async () => {
    await app.close()
    await Promise.all([database.close(), writableDatabase.close()])
  })
  const put = (document: object) => importDocument(database, structuredClone(document), { clock: () => NOW })
  const send = (method: 'PATCH' | 'PUT', url: string, payload: object) => {
    const headers = { ...withKey, 'content-type': 'application/json' }
    return request(app, { method, url, headers, payload: JSON.stringify(payload) })
  }
  const get = (url: string) => request(app, { method: 'GET', url, headers: withKey })
  const content = async () => JSON.parse(await exported(database))
  const empty = () =>
    database.batch(
      ['api_keys', 'devices', 'sites', 'menus', 'users'].map((table) => ({ script: `DELETE FROM ${table}` })),
    )
  return { database, put, send, get, content, empty }
}

const folder = temporaryFolder()

/** Imports all that can be exported, as files. @returns what is reported to change */
async function importExports(database: Awaited<ReturnType<typeof open>>['database']) {
  const files: [string, AsyncIterable<string | Uint8Array> | string][] = [
    ...(['csv', 'xlsx'] as const).flatMap((kind): [string, AsyncIterable<string | Uint8Array>][] => [
      [`menus.${kind}`, exportTable(database, kind)],
    ]),
    ['all.json', await exported(database)],
  ]
  const changes: unknown[] = []
  for (const [name, content] of files) {
    const path = join(folder, name)
    const parts: Uint8Array[] = []
    if (typeof content === 'string') parts.push(Buffer.from(content))
    else for await (const part of content) parts.push(Buffer.from(part))
    writeFileSync(path, Buffer.concat(parts))
    await importFile(database, path, { onDifference: (change) => changes.push([name, change]) })
  }
  return changes
}

test('an import of any export changes nothing, and files, PUT and PATCH store the same', async () => {
  const { database, put, send, get, content, empty } = await open()
  await fc.assert(
    fc.asyncProperty(texts, async (random) => {
      await empty()
      await put(documentOf(random))
      const imported = await content()
      const { key: _, ...key } = documentOf(random).apiKeys[0] ?? {}
      const expected = documentOf({
        id: random.id,
        name: stored(random.name),
        description: random.description === null ? null : stored(random.description),
        tags: random.tags.map(stored),
      })
      expect(imported).toMatchObject({ ...expected, apiKeys: [{ ...key, name: stored(random.name) }] })

      expect(await importExports(database)).toEqual([])
      expect(await content()).toEqual(imported)

      const [{ id: __, ...written } = {}] = documentOf(random).menus
      const replaced = await send('PUT', '/v1/menus/m', written)
      expect(replaced.json()).toEqual({ added: 0, changed: 0, removed: 0 })
      expect(replaced.headers['etag']).toBe((await get('/v1/groups?menus=m')).headers['etag'])
      const { id: ___, ...fields } = random
      for (const patch of [{ name: 'Other', description: null, tags: [] }, fields])
        expect((await send('PATCH', '/v1/items/item-i', patch)).statusCode).toBe(200)
      expect(await content()).toEqual(imported)
    }),
    { numRuns: 40, interruptAfterTimeLimit: 60_000 },
  )
})

test.each([
  ['Cafe\u0301', 'Café'],
  ['a\u202eb\u202c\u2067c\u2069', 'abc'],
  ['\u001b[31mred\u009b\u0085', '[31mred'],
  ['Hot\r\n\tand cold', 'Hot\r\n\tand cold'],
  ['می\u200cخواهم 👩\u200d🍳 C++\u200f \u00ad\u200b', 'می\u200cخواهم 👩\u200d🍳 C++\u200f \u00ad\u200b'],
  ['e\u202e\u0301', 'é'],
])('%j is stored as %j', (text, expected) => {
  expect(normalText(text)).toBe(expected)
  expect(normalText(expected)).toBe(expected)
})

describe('the limits of texts', () => {
  test('count what is stored', async () => {
    const { put, content } = await open()
    await put({ users: [{ id: 'u', name: 'e\u0301'.repeat(1000) }] })
    expect((await content()).users).toEqual([{ id: 'u', name: 'é'.repeat(1000) }])
    // A letter that is three when it is normalised.
    await expect(put({ users: [{ id: 'u', name: '\u0958'.repeat(501) }] })).rejects.toThrow(
      '/users/0/name: must have at most 1,000 characters',
    )
    await expect(put({ sites: [{ id: 's', name: '\u202e', timezone: 'UTC' }] })).rejects.toThrow(
      '/sites/0/name: must be text that is not blank',
    )
  })
})

test('commands store names as imports do', async () => {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  await signage(['migrate'], { environment })
  const name = 'Cafe\u0301\u202e قهوة\u200f'
  expect((await signage(['users', 'add', 'anna', '--name', name], { environment })).code).toBe(0)
  const { stdout } = await signage(['users', 'list', '--json'], { environment })
  expect(JSON.parse(stdout)).toEqual([{ id: 'anna', name: 'Café قهوة\u200f' }])
})
