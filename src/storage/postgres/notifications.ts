import type pg from 'pg'
import type { LastingConnection } from './connection.ts'
import { roleOf } from './role.ts'

/** The channel on which triggers say that keys, grants or menus were changed. */
const CHANNEL = 'signage_data'

/** What a server tells of changes, on a connection of their own. */
export interface Notices {
  /** Makes sure that the listener is called at each change from now on. A standby cannot tell. */
  readonly hear: (listener: () => void) => Promise<void>
  readonly close: () => Promise<void>
}

export function createNotices(connection: LastingConnection): Notices {
  const listeners = new Set<() => void>()
  const hearing = new WeakSet<pg.Client>()

  async function listenOn(client: pg.Client): Promise<void> {
    if (hearing.has(client) || (await roleOf(client)) === 'standby') return
    if (hearing.has(client)) return
    hearing.add(client)
    client.on('notification', () => {
      for (const listener of listeners) listener()
    })
    await client.query(`LISTEN ${CHANNEL}`)
  }

  return {
    async hear(listener) {
      listeners.add(listener)
      await connection.use(listenOn)
    },
    close: () => connection.close(),
  }
}
