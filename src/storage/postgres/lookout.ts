import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ReconnectingClient } from './reconnecting-client.ts'
import type { ServerState } from './server-state.ts'
import type { Sessions } from './sessions.ts'

/** How long a server may take to connect, or to answer, before it is asked again, and before it counts as lost. */
const ANSWER_TIMEOUT_MS = 1000

const SILENT = 'the server does not answer: connection timeout'
const DESTROYED = 'the connection was closed'

/**
 * Looks at a server, over a connection of its own. If that gives no answer, the server is asked once more over a new one: a network
 * may have forgotten the old connections, or the server may have ended them.
 * @param onDeadConnections called if a new connection works while an old one is silent
 * @param onLost called when the connection is lost, which may be long before the next look
 */
export function createLookout(
  sessions: Sessions,
  readState: (client: pg.ClientBase) => Promise<ServerState>,
  onDeadConnections: () => void,
  onLost = () => {},
) {
  let held = new ReconnectingClient(sessions, onLost)
  let isServerFull = false
  let isDestroyed = false

  async function lookAgain(isSilent: () => boolean): Promise<ServerState> {
    // A new connection would keep the process running.
    if (isDestroyed) throw new Error(DESTROYED)
    const old = held
    held = new ReconnectingClient(sessions, onLost)
    try {
      const state = await inTime(held.use(readState))
      // If the server paused for a moment, it has answered both by now.
      if (isSilent()) onDeadConnections()
      return state
    } finally {
      old.destroy()
    }
  }

  return {
    /** @throws {Error} an error of the driver if the server does not answer */
    async look(): Promise<ServerState> {
      let isSilent = true
      const asking = held.use(readState).finally(() => {
        isSilent = false
      })
      const state = await inTime(asking).catch(() => lookAgain(() => isSilent))
      if (isServerFull) held.destroy()
      return state
    },
    /** If the server has no free connections, this one is left to the work, and each look finds out whether there is one. */
    leaveConnection(isFull: boolean) {
      isServerFull = isFull
      if (isFull) held.destroy()
    },
    /** Closes the connection. A look in progress is rejected, and makes no other one. */
    destroy() {
      isDestroyed = true
      held.destroy()
    },
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const silence = sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(SILENT)),
  )
  return Promise.race([work, silence])
}
