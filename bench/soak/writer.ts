import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, importDocument } from 'signage-service'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { revokeKeyStatement } from '../../src/auth/queries/keys.ts'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { changeItemNow } from '../../src/menu/write/change-item.ts'

export const MENUS = 20
export const DEVICES = 2000
const ITEMS = 60
const PAUSE_MS = 20

/** The API key that is valid at the moment. */
export interface Keys {
  readonly current: () => string
}

export function deviceOf(n: number): string {
  return `device-${n}`
}

/** Imports the data that the clients request. */
export async function fill(database: Database): Promise<void> {
  const devices = Array.from({ length: DEVICES }, (_, n) => ({
    id: deviceOf(n),
    name: `Device ${n}`,
    timezone: 'Europe/Berlin',
    access: [{ user: 'ops', level: 'read' }],
  }))
  const menus = Array.from({ length: MENUS }, (_, n) => menuOf(n, 0))
  await importDocument(database, { users: [{ id: 'ops', name: 'Operations' }], devices, menus })
  await importDocument(database, { apiKeys: [keyOf(0)] })
}

/** Starts all kinds of writes, in sequence with short pauses. */
export function createWriter(database: Database) {
  let writes = 0
  let keyNumber = 0
  let isOver = false
  const running = write()

  async function write(): Promise<void> {
    for (; !isOver; writes++) {
      await writeOnce(writes)
      await sleep(PAUSE_MS)
    }
  }

  async function writeOnce(n: number): Promise<void> {
    const at = new Date().toISOString()
    const heartbeats = Array.from({ length: 50 }, (_, k) => ({
      deviceId: deviceOf((n * 50 + k) % DEVICES),
      at,
    }))
    await storeHeartbeats(database, heartbeats, Date.now())
    await changeItemNow(
      database,
      { menuId: `menu-${n % MENUS}`, itemId: `item-${n % MENUS}-${n % ITEMS}` },
      { inStock: n % 2 === 0 },
      { nowMs: Date.now() },
    )
    if (n % 10 === 0) await importDocument(database, { menus: [menuOf((n / 10) % MENUS, n)] })
    if (n % 50 === 49) await replaceKey()
  }

  async function replaceKey(): Promise<void> {
    const old = keyNumber
    await importDocument(database, { apiKeys: [keyOf(old + 1)] })
    keyNumber++
    const revoke = revokeKeyStatement(new Date().toISOString(), keyIdOfHash(hashKey(keyOf(old).key)))
    await database.batch([revoke])
  }

  return {
    keys: { current: () => keyOf(keyNumber).key },
    writes: () => writes,
    async stop() {
      isOver = true
      await running
    },
  }
}

function keyOf(n: number) {
  const menus = Array.from({ length: MENUS }, (_, menu) => `menu-${menu}`)
  return { key: `soak-key-${n}`, name: `Key ${n}`, user: 'ops', scopes: ['device:read'], menus }
}

function menuOf(n: number, version: number) {
  const items = Array.from({ length: ITEMS }, (_, k) => ({
    id: `item-${n}-${k}`,
    name: `Item ${k} of version ${version}`,
    description: 'x'.repeat(100),
    price: version + k / 4,
    tags: [`tag-${k % 7}`],
  }))
  const groups = Array.from({ length: 6 }, (_, k) => ({
    id: `group-${n}-${k}`,
    name: `Group ${k}`,
    tags: [`tag-${k}`],
    items: items.slice(k * 10, k * 10 + 10),
  }))
  return { id: `menu-${n}`, name: `Menu ${n}`, groups }
}
