import { CommandError } from '../command-error.ts'
import { memberPointer, type Source, valueSource } from '../transfer/source.ts'
import { type ClientParts, createClient, type Key } from './client.ts'
import { readDevices } from './devices.ts'
import { limitTo } from './limit.ts'
import { Memory } from './memory.ts'
import { readMenus } from './menus.ts'

const MAX_REQUESTS = 4
/** How much is read before it is imported. All of it is in memory until then. */
const MAX_BYTES = 512 * 1024 * 1024

/** The keys for what is pulled; without a key, that interface is not read. */
export interface PullKeys {
  readonly menus?: Key | undefined
  readonly devices?: Key | undefined
}

export interface PullOptions {
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
 * @throws {CommandError} if the service cannot be read, or its answers have another form
 */
export function createPuller(address: string, { timeoutMs }: { readonly timeoutMs?: number } = {}) {
  const memory = new Memory()
  const limit = limitTo(MAX_REQUESTS)

  return async function pull(keys: PullKeys, { signal, onRead = () => {} }: PullOptions): Promise<Pulled> {
    const requests = new AbortController()
    const stop = () => requests.abort(signal.reason)
    signal.addEventListener('abort', stop)
    const shared = {
      ...{ address, memory, limit, signal: requests.signal, onBytes: countBytes(address) },
      ...(timeoutMs ? { timeoutMs } : {}),
    }
    try {
      signal.throwIfAborted()
      const { menus, devices } = keys
      const list = menus && (await readMenus(menuClient(shared, menus), onRead))
      const pulledDevices = devices && (await readDevices(deviceClient(shared, devices)))
      const document = { ...(list && { menus: list.menus }), ...(devices && { devices: pulledDevices }) }
      return { source: named(address, document), losses: list?.losses ?? [], state: memory.finishRun() }
    } finally {
      signal.removeEventListener('abort', stop)
      // After an error, other requests may still run.
      requests.abort()
    }
  }
}

type Shared = Omit<ClientParts, 'key' | 'header'>

function menuClient(shared: Shared, key: Key) {
  return createClient({ ...shared, key, header: { 'x-api-key': key.text } })
}

function deviceClient(shared: Shared, key: Key) {
  return createClient({ ...shared, key, header: { authorization: `Bearer ${key.text}` } })
}

function countBytes(address: string) {
  let total = 0
  return (bytes: number): void => {
    total += bytes
    if (total > MAX_BYTES)
      throw new CommandError(
        `${address} has more than ${MAX_BYTES / 1024 / 1024} MiB: that does not fit into memory.`,
      )
  }
}

/** A document whose error messages name where it comes from. */
function named(address: string, document: object): Source {
  return {
    ...valueSource(document),
    pointerOf: (section, index) => `${address}: ${memberPointer(section, index)}`,
  }
}
