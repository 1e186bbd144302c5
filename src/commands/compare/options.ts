import { CommandError } from '../../lib/flow/command-error.ts'
import { readConfig } from '../../server/config/config.ts'
import { localUrl } from '../../server/config/local-url.ts'
import { keyReader } from '../shared/key-file.ts'
import type { TimeLimitOptions } from '../shared/time-limits.ts'
import type { Service } from './client.ts'

export interface CompareCommandOptions extends TimeLimitOptions {
  readonly keyFile: string
  readonly deviceKeyFile?: string
  readonly deviceUrl?: string
  readonly this?: string
  readonly thisKeyFile?: string
  readonly thisDeviceKeyFile?: string
  readonly concurrency: number
  readonly json?: true
}

export interface Services {
  readonly other: Service
  readonly self: Service
}

/**
 * The other service and this one, with their keys.
 * @throws {CommandError} if a file has no key, or both are the same service with the same keys
 */
export async function readServices(url: string, options: CompareCommandOptions): Promise<Services> {
  const readKey = keyReader()
  const { keyFile, deviceKeyFile = keyFile, thisKeyFile = keyFile } = options
  const { thisDeviceKeyFile = deviceKeyFile } = options
  const keys = { menus: await readKey(keyFile), devices: await readKey(deviceKeyFile) }
  const ownKeys = { menus: await readKey(thisKeyFile), devices: await readKey(thisDeviceKeyFile) }
  const other = { ...at(url, options.deviceUrl), keys }
  const own = options.this === undefined ? configuredService() : at(options.this)
  const self = { ...own, keys: ownKeys }
  requireDifferent(other, self)
  return { other, self }
}

function at(url: string, deviceUrl = url): Omit<Service, 'keys'> {
  return { name: url, urls: { menus: url, devices: deviceUrl } }
}

/** The service on this machine, as the configuration describes it. */
function configuredService(): Omit<Service, 'keys'> {
  const { host, port, menuBasePath, deviceBasePath } = readConfig()
  if (port === 0)
    throw new CommandError('PORT is 0, so the port of this service is not known: pass --this URL.')
  const url = localUrl(host, port)
  return { name: url, urls: { menus: url + menuBasePath, devices: url + deviceBasePath } }
}

function requireDifferent(other: Service, self: Service): void {
  const describe = ({ urls, keys: { menus, devices } }: Service) =>
    JSON.stringify([urls, menus.text, devices.text])
  if (describe(other) !== describe(self)) return
  throw new CommandError(
    `Both services are ${other.name}: pass the URL of the other service, and with --this that of this one.`,
  )
}
