import type pg from 'pg'
import type { ReconnectingClient } from './connection.ts'
import { roleOf } from './role.ts'

/** Triggers send a notification on this channel when keys, grants or menus change. */
const CHANNEL = 'signage_data'

/** Notifications of changes. They use their own connection. */
export interface Notifications {
  /** Ensures that the listener is called on each change from now on. A standby cannot send notifications. */
  readonly listen: (listener: () => void) => Promise<void>
  readonly close: () => Promise<void>
}

export function createNotifications(connection: ReconnectingClient): Notifications {
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
    async listen(listener) {
      listeners.add(listener)
      await connection.use(listenOn)
    },
    close: () => connection.close(),
  }
}
