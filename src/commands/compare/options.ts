import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { isPossibleKey } from '../../auth/credential.ts'
import { CommandError } from '../../command-error.ts'
import type { Service } from '../../compare/client.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { isSystemError, reasonOf } from '../../system-error.ts'

export interface CompareOptions {
  readonly keyFile: string
  readonly deviceKeyFile?: string
  readonly deviceUrl?: string
  readonly this?: string
  readonly thisKeyFile?: string
  readonly thisDeviceKeyFile?: string
  readonly requests?: string
  readonly concurrency: number
  readonly json?: true
}

const MAX_CONCURRENCY = 64

/** The base address of a service, without a slash at its end. @throws {CommandError} if it contains a password */
export function readServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It must be a URL such as https://signage.example/api, without a query.')
  }
  // A usage error would repeat the URL with its password.
  if (url.username !== '' || url.password !== '') {
    throw new CommandError(
      'The URL of a service must not contain a user or a password: put the key in a file.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

export function readConcurrency(text: string): number {
  const number = Number(text)
  if (/^\d{1,2}$/.test(text) && number >= 1 && number <= MAX_CONCURRENCY) return number
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_CONCURRENCY}.`)
}

/**
 * The other service and this one, with their keys.
 * @throws {CommandError} if a file has no key, or both are the same service with the same keys
 */
export function readServices(url: string, options: CompareOptions): { other: Service; self: Service } {
  const key = readKey(options.keyFile)
  const deviceKey = readOptionalKey(options.deviceKeyFile)
  const thisKey = readOptionalKey(options.thisKeyFile)
  const thisDeviceKey = readOptionalKey(options.thisDeviceKeyFile) ?? deviceKey ?? thisKey ?? key
  const other: Service = {
    name: url,
    urls: { menus: url, devices: options.deviceUrl ?? url },
    keys: { menus: key, devices: deviceKey ?? key },
  }
  const self: Service = {
    ...(options.this === undefined ? configuredService() : at(options.this)),
    keys: { menus: thisKey ?? key, devices: thisDeviceKey },
  }
  requireDifferent(other, self)
  return { other, self }
}

function readOptionalKey(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readKey(file)
}

/** Reads the key in a file. The messages never repeat what the file contains. */
function readKey(file: string): string {
  const key = readText(file).trim()
  if (isPossibleKey(key)) return key
  throw new CommandError(`${file} does not contain a valid key: put one key in it, and nothing else.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw isSystemError(error) ? new CommandError(`Cannot read ${file}: ${reasonOf(error)}.`) : error
  }
}

function at(url: string): Omit<Service, 'keys'> {
  return { name: url, urls: { menus: url, devices: url } }
}

/** The service on this machine, as the configuration describes it. */
function configuredService(): Omit<Service, 'keys'> {
  const { host, port, menuBasePath, deviceBasePath } = readConfig()
  if (port === 0)
    throw new CommandError('PORT is 0, so the port of this service is not known: pass --this URL.')
  const url = `http://${reachable(host)}:${port}`
  return { name: url, urls: { menus: url + menuBasePath, devices: url + deviceBasePath } }
}

/** The address to connect to, for one to listen on. */
function reachable(host: Config['host']): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function requireDifferent(other: Service, self: Service): void {
  const describe = ({ urls, keys }: Service) => JSON.stringify([urls, keys])
  if (describe(other) !== describe(self)) return
  throw new CommandError(
    `Both services are ${other.name}: pass the URL of the other service, and with --this that of this one.`,
  )
}
