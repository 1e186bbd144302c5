import { CommandError } from '../../lib/command-error.ts'
import { createHttpClient, type HttpClientOptions } from '../../lib/http-client/index.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'
import { memberPointer, type Source, valueSource } from '../source.ts'
import { createPullClient } from './client.ts'
import type { InterfaceName, ServiceKey } from './key.ts'
import { readDevices } from './read-devices.ts'
import { readMenus } from './read-menus.ts'

/** The key for each interface. Without a key, that interface is not read. */
export type PullKeys = { readonly [of in InterfaceName]?: ServiceKey | undefined }

interface PullOptions extends HttpClientOptions {
  readonly finishWithinMs?: number
}

/** The members that a service has. */
export interface Pulled {
  readonly source: Source
  /** Sentences about what could not be read. */
  readonly losses: readonly string[]
  /** A text that changes if the answers of the service change. */
  readonly state: string
}

/** The time limit of a pull, because a service may be slow with each page. It allows for large content on a slow network. */
const FINISH_WITHIN_MS = 30 * MINUTE_MS

/**
 * Reads all that the keys may read from another service.
 * @param address of the service, without a slash at the end
 * @throws {CommandError} if the service cannot be read, or its answers have another form
 */
export async function pull(address: string, keys: PullKeys, options: PullOptions): Promise<Pulled> {
  const { finishWithinMs = FINISH_WITHIN_MS, signal, ...httpOptions } = options
  const over = new AbortController()
  const giveUp = () => over.abort(tooLong(address, finishWithinMs))
  const timer = setTimeout(giveUp, finishWithinMs)
  const send = createHttpClient({ ...httpOptions, signal: AbortSignal.any([signal, over.signal]) })
  const client = createPullClient(address, send)
  try {
    const read = keys.menus && (await readMenus(client.get('menus', keys.menus), address))
    const devices = keys.devices && (await readDevices(client.get('devices', keys.devices), address))
    const menus = read?.map(({ menu }) => menu)
    const losses = read?.flatMap(({ losses }) => losses) ?? []
    return { source: sourceOf(address, { menus, devices }), losses, state: client.state() }
  } finally {
    // After an error, other requests may still run.
    over.abort()
    clearTimeout(timer)
  }
}

function tooLong(address: string, finishWithinMs: number): CommandError {
  return new CommandError(
    `${address} was not read to its end within ${finishWithinMs / MINUTE_MS} min: try again later.`,
  )
}

/** The content of an import file, whose error messages name where it comes from. */
function sourceOf(address: string, content: object): Source {
  return {
    ...valueSource(content),
    pointerOf: (section, index) => `${address}: ${memberPointer(section, index)}`,
  }
}
