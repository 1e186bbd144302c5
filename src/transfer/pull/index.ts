import { CommandError } from '../../lib/flow/command-error.ts'
import { limitTo } from '../../lib/flow/limit.ts'
import { createHttpClient } from '../../lib/http-client/index.ts'
import type { InterfaceName, ServiceKey } from '../../lib/http-client/key.ts'
import type { Proxies } from '../../lib/http-client/proxies.ts'
import { DeadlinePassed, startDeadline } from '../../lib/time/deadline.ts'
import { memberPointer, type Source, valueSource } from '../source.ts'
import { createPullClient } from './client.ts'
import { readDevices } from './devices.ts'
import { Memory } from './memory.ts'
import { pullMenus } from './menus.ts'
import { PULL_TIME_LIMITS, type PullTimeLimits } from './time-limits.ts'

const MAX_REQUESTS = 4

/** The keys for what is pulled; without a key, that interface is not read. */
export type PullKeys = { readonly [of in InterfaceName]?: ServiceKey | undefined }

interface PullOptions {
  readonly signal: AbortSignal
  /** Called with the number of menus read so far, and the total. */
  readonly onRead?: (done: number, total: number) => void
}

/** What a service has. */
export interface Pulled {
  readonly source: Source
  /** Sentences about what could not be read. */
  readonly losses: readonly string[]
  /** A text that stays the same as long as the service has the same. */
  readonly state: string
}

/**
 * Creates a function that reads what another service of this interface shows, as often as it is called. It asks only for
 * what has changed since the last time.
 * @param address of the service, without a slash at the end
 * @param proxies through which it is asked; by default none
 * @throws {CommandError} if the service cannot be read, or its answers have another form
 */
export function createPuller(address: string, timeLimits: Partial<PullTimeLimits> = {}, proxies?: Proxies) {
  const { finishWithinMs, ...requestLimits } = { ...PULL_TIME_LIMITS, ...timeLimits }
  const memory = new Memory(address)
  const limit = limitTo(MAX_REQUESTS)

  return async function pull(keys: PullKeys, { signal, onRead = () => {} }: PullOptions): Promise<Pulled> {
    const over = new AbortController()
    const requests = startDeadline(finishWithinMs, AbortSignal.any([signal, over.signal]))
    const send = createHttpClient({ ...requestLimits, proxies, signal: requests.signal })
    const shared = { address, send, memory, limit, signal: requests.signal }
    try {
      signal.throwIfAborted()
      memory.startRun()
      const { menus, devices } = keys
      const client = (of: InterfaceName, key: ServiceKey) =>
        createPullClient({ ...shared, interface: of, key })
      const list = menus && (await pullMenus(client('menus', menus), onRead))
      const pulledDevices = devices && (await readDevices(client('devices', devices)))
      const content = { ...(list && { menus: list.menus }), ...(devices && { devices: pulledDevices }) }
      return { source: sourceOf(address, content), losses: list?.losses ?? [], state: memory.finishRun() }
    } catch (error) {
      if (requests.signal.reason instanceof DeadlinePassed) throw tooLong(address, finishWithinMs)
      requests.signal.throwIfAborted()
      throw error
    } finally {
      // After an error, other requests may still run.
      over.abort()
      requests.end()
    }
  }
}

function tooLong(address: string, finishWithinMs: number): CommandError {
  return new CommandError(
    `${address} was not read to its end within ${finishWithinMs / 1000} s: try again later, or allow more time with --finish-within.`,
  )
}

/** The content of an import file, whose error messages name where it comes from. */
function sourceOf(address: string, content: object): Source {
  return {
    ...valueSource(content),
    pointerOf: (section, index) => `${address}: ${memberPointer(section, index)}`,
  }
}
