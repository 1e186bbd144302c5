import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashKey } from '../../src/auth/credential.ts'
import { importDocument } from '../../src/documents/import.ts'
import { readMenuFromSnapshot } from '../../src/menu/write/queries/stored-menus.ts'
import { contentHashOfMenu } from '../../src/menu-changes/if-match.ts'
import { createMenuWriter } from '../../src/menu-changes/menu-writer.ts'
import type { PatchRequest } from '../../src/menu-changes/patch-item.ts'
import { itemAccessQuery, menuAccessQuery } from '../../src/menu-changes/queries.ts'
import type { ReplaceRequest } from '../../src/menu-changes/replace-menu.ts'
import type { Database, Statement } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createWriteQueue } from '../../src/storage/write-queue.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { group, item, menu } from '../support/documents.ts'
import { startServer } from '../support/process.ts'

/* Changes of an item with many child items, and of others beside them. */

const CHILDREN = 600
const sizes = Array.from({ length: CHILDREN }, (_, n) => item(`size-${n}`))
const items = [item('root', { price: 0, items: sizes }), item('leaf', { price: 0 })]
const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  menus: [
    menu('nested', { groups: [group('g', { items })] }),
    menu('small', { groups: [group('g', { items: [item('soup')] })] }),
  ],
  apiKeys: ['nested', 'small'].map((id) => {
    return { key: `key-of-${id}`, name: id, user: 'ops', scopes: ['menu:write'], menus: [id] }
  }),
}

async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  await importDocument(database, structuredClone(document))
  return { url, database }
}

const patchOf = (menuId: string, name: string, price: number): PatchRequest => ({
  authorizationQuery: itemAccessQuery(`item-${name}`, undefined, hashKey(`key-of-${menuId}`)),
  menuId,
  itemId: `item-${name}`,
  keyId: menuId,
  nowMs: Date.now(),
  change: { price },
  ifMatch: undefined,
})

/** Counts the rows that are read in transactions that write. */
function counted(database: Database) {
  let rowsRead = 0
  function* counting(statements: Iterable<Statement>) {
    for (const statement of statements) {
      if (!('onRows' in statement)) yield statement
      else
        yield {
          ...statement,
          onRows: (rows: Parameters<typeof statement.onRows>[0]) => {
            rowsRead += rows.length
            statement.onRows(rows)
          },
        }
    }
  }
  const batch = (statements: Iterable<Statement>) => database.batch(counting(statements))
  return { database: { ...database, batch }, rowsRead: () => rowsRead }
}

/** A database in which the reads of whole items, or of whole menus, wait until they are let go. */
function held(database: Database) {
  let letGo = () => {}
  let isWaiting = false
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const waiting = async () => {
    isWaiting = true
    await gate
  }
  const holding: Database = {
    ...database,
    async all(query) {
      if (query.sql.includes('RECURSIVE')) await waiting()
      return database.all(query)
    },
    async readTogether(queries) {
      await waiting()
      return database.readTogether(queries)
    },
  }
  return { holding, letGo, isWaiting: () => isWaiting }
}

const priceOf = async (database: Database, name: string) =>
  (
    await database.get<{ price: number }>({
      sql: 'SELECT price FROM menu_items WHERE id = ?',
      parameters: [`item-${name}`],
    })
  )?.price

/** A writer that waits when it reads a whole item or menu, with what it writes. */
async function startHeld() {
  const { database } = await open()
  const { holding, letGo, isWaiting } = held(database)
  const writer = createMenuWriter(holding, createWriteQueue(holding))
  return { database, letGo, isWaiting, patch: writer.patchItem }
}

/** An If-Match that lists the content that the menu has now. */
const matchNow = async (database: Database) => {
  const stored = await readMenuFromSnapshot(database, 'nested')
  return stored && [contentHashOfMenu(stored)]
}

/** A writer whose menus are changed by others each time after it has read them, up to `times`. */
function changedMeanwhile(database: Database, times: number) {
  const others = createMenuWriter(database, createWriteQueue(database))
  let price = 0
  const changing: Database = {
    ...database,
    async readTogether<Rows extends unknown[][]>(queries: Parameters<Database['readTogether']>[0]) {
      const rows = await database.readTogether<Rows>(queries)
      if (price++ < times) {
        for (const [menuId, name] of [
          ['nested', 'leaf'],
          ['small', 'soup'],
        ] as const)
          await others.patchItem(patchOf(menuId, name, price / 10))
      }
      return rows
    },
  }
  return createMenuWriter(changing, createWriteQueue(changing))
}

describe('a change of an item with many child items', () => {
  test.each([
    ['the response', false],
    ['a condition', true],
  ])('reads no child item for %s in its transaction', async (_, isConditional) => {
    const { database } = await open()
    const counting = counted(database)
    const writer = createMenuWriter(counting.database, createWriteQueue(counting.database))
    const ifMatch = isConditional ? await matchNow(database) : undefined
    const { json } = await writer.patchItem({ ...patchOf('nested', 'root', 7), ifMatch })
    expect(JSON.parse(json)).toMatchObject({ price: 7, metadata: { items: { total: CHILDREN } } })
    expect(JSON.parse(json).items).toHaveLength(CHILDREN)
    expect(counting.rowsRead()).toBeGreaterThan(0)
    expect(counting.rowsRead()).toBeLessThan(10)
  })

  test('is committed before its response is read, and changes of others are made meanwhile', async () => {
    const { database, letGo, isWaiting, patch } = await startHeld()
    const large = patch(patchOf('nested', 'root', 7))
    await expect.poll(isWaiting, { interval: 1 }).toBe(true)
    expect(await priceOf(database, 'root')).toBe(7)
    const others = createMenuWriter(database, createWriteQueue(database))
    expect(JSON.parse((await others.patchItem(patchOf('small', 'soup', 8))).json).price).toBe(8)
    await others.patchItem(patchOf('nested', 'root', 9))
    letGo()
    // The response may show a later change.
    expect(JSON.parse((await large).json).price).toBe(9)
  })

  test('is 404 if the item is removed before its response is read', async () => {
    const { database, letGo, isWaiting, patch } = await startHeld()
    const large = patch(patchOf('nested', 'root', 7))
    await expect.poll(isWaiting, { interval: 1 }).toBe(true)
    await database.batch([{ sql: 'DELETE FROM menu_items WHERE id = ?', parameters: ['item-root'] }])
    letGo()
    await expect(large).rejects.toMatchObject({ statusCode: 404, message: 'Item not found' })
  })

  test('is refused if the menu is changed after the content that it depends on was read', async () => {
    const { database } = await open()
    const writer = changedMeanwhile(database, Number.POSITIVE_INFINITY)
    const conditional = { ...patchOf('nested', 'root', 7), ifMatch: await matchNow(database) }
    await expect(writer.patchItem(conditional)).rejects.toMatchObject({ statusCode: 412 })
    expect(await priceOf(database, 'root')).toBe(0)
  })
})

describe('a menu that is changed while it is compared with its replacement', () => {
  const replacement: ReplaceRequest = {
    ...patchOf('small', 'soup', 0),
    authorizationQuery: menuAccessQuery('small', hashKey('key-of-small')),
    body: Buffer.from(
      JSON.stringify(menu('small', { groups: [group('g', { items: [item('soup', { price: 9 })] })] })),
    ),
    allowRemovals: false,
  }

  test('is compared again', async () => {
    const { database } = await open()
    const { json } = await changedMeanwhile(database, 2).replaceMenu(replacement)
    expect(JSON.parse(json)).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await priceOf(database, 'soup')).toBe(9)
  })

  test('stays as it is, and the client is told to repeat the request, if that never ends', async () => {
    const { database } = await open()
    const replaced = changedMeanwhile(database, Number.POSITIVE_INFINITY).replaceMenu(replacement)
    await expect(replaced).rejects.toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } })
    expect(await priceOf(database, 'soup')).toBeLessThan(9)
  })
})

/** What a client knows of an item, and the tag of the menu with which it knows it. */
interface Known {
  readonly tag: string
  readonly prices: Readonly<Record<string, number>>
}

test('writers that count in the same items, each with what it has read, lose nothing', async () => {
  const { url } = await open()
  const { address, stop } = await startServer({
    ...{ DATABASE_URL: url, CHANGES: 'on', CHANGES_PER_MINUTE: '0', WORKERS: '2' },
  })
  onTestFinished(async () => void (await stop('SIGKILL')))
  const headers = { 'x-api-key': 'key-of-nested', 'content-type': 'application/json' }
  const counted: Record<string, number> = { root: 0, leaf: 0 }

  async function read(): Promise<Known> {
    const response = await fetch(`${address}/v1/groups?menus=nested`, { headers })
    const [{ items }] = (await response.json()).groups
    const [root, leaf] = items
    return { tag: String(response.headers.get('etag')), prices: { root: root.price, leaf: leaf.price } }
  }

  async function increment({ tag, prices }: Known, name: string): Promise<void> {
    const response = await fetch(`${address}/v1/items/item-${name}`, {
      method: 'PATCH',
      headers: { ...headers, 'if-match': tag },
      body: JSON.stringify({ price: (prices[name] ?? 0) + 1 }),
    })
    await response.text()
    expect([200, 412]).toContain(response.status)
    if (response.status === 200) counted[name] = (counted[name] ?? 0) + 1
  }

  const writer = async (first: number) => {
    for (let round = first; round < first + 12; round++) {
      await increment(await read(), round % 3 === 0 ? 'leaf' : 'root')
      await sleep(round % 5)
    }
  }
  await Promise.all([0, 1, 2, 3].map(writer))
  expect(counted['root']).toBeGreaterThan(0)
  expect(counted['leaf']).toBeGreaterThan(0)
  expect((await read()).prices).toEqual(counted)
})
