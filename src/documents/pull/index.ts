import { createHttpClient, type HttpClientOptions } from '../../lib/http-client/http-client.ts'
import type { Secret } from '../../lib/secret.ts'
import { type ImportSource, sourceInMemory } from '../source.ts'
import { createClient, type InterfaceName } from './client.ts'
import { readDevices } from './read-devices.ts'
import { readMenus } from './read-menus.ts'

/** The key for each interface. Without a key, that interface is not read. */
export type PullKeys = { readonly [Name in InterfaceName]?: Secret | undefined }

type PullOptions = Omit<HttpClientOptions, 'signal'>

/**
 * Reads all that the keys may read from another service, as an import file.
 * @param address of the service, without a slash at the end
 * @throws {CommandError} if the service cannot be read as a whole, or an answer does not match its schema
 */
export async function pull(address: string, keys: PullKeys, options: PullOptions): Promise<ImportSource> {
  const aborting = new AbortController()
  const send = createHttpClient({ ...options, signal: aborting.signal })
  const getFrom = createClient(address, send)
  try {
    const menus = keys.menus && (await readMenus(getFrom('menus', keys.menus), address))
    const devices = keys.devices && (await readDevices(getFrom('devices', keys.devices), address))
    return sourceInMemory({ menus, devices }, address)
  } finally {
    // After an error, other requests may still run.
    aborting.abort()
  }
}
