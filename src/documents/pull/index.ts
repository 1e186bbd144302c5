import { createHttpClient, type HttpClientOptions } from '../../lib/http-client/index.ts'
import { memberPointer, type Source, valueSource } from '../source.ts'
import { createPullClient } from './client.ts'
import type { InterfaceName, ServiceKey } from './key.ts'
import { readDevices } from './read-devices.ts'
import { readMenus } from './read-menus.ts'

/** The key for each interface. Without a key, that interface is not read. */
export type PullKeys = { readonly [of in InterfaceName]?: ServiceKey | undefined }

type PullOptions = Omit<HttpClientOptions, 'signal'>

/**
 * Reads all that the keys may read from another service, as an import file.
 * @param address of the service, without a slash at the end
 * @throws {CommandError} if the service cannot be read as a whole, or its answers have another form
 */
export async function pull(address: string, keys: PullKeys, options: PullOptions): Promise<Source> {
  const over = new AbortController()
  const send = createHttpClient({ ...options, signal: over.signal })
  const client = createPullClient(address, send)
  try {
    const menus = keys.menus && (await readMenus(client.get('menus', keys.menus), address))
    const devices = keys.devices && (await readDevices(client.get('devices', keys.devices), address))
    return sourceOf(address, { menus, devices })
  } finally {
    // After an error, other requests may still run.
    over.abort()
  }
}

/** The content of an import file, whose error messages name where it comes from. */
function sourceOf(address: string, content: object): Source {
  return {
    ...valueSource(content),
    pointerOf: (section, index) => `${address}: ${memberPointer(section, index)}`,
  }
}
