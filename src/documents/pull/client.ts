import type { Static, TSchema } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import { MEBIBYTE } from '../../lib/bytes.ts'
import { CommandError } from '../../lib/command-error.ts'
import { NoResponseError, type Received, TooLargeError, withoutQuery } from '../../lib/http-client/get.ts'
import type { HttpClient } from '../../lib/http-client/http-client.ts'
import type { Secret } from '../../lib/secret.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { PULL_LIMITS } from './limits.ts'

/** The two interfaces of a service. Each has its own header for the key, and may have its own address. */
export type InterfaceName = 'menus' | 'devices'

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/** The advice if there is more than fits into memory. */
export const SEVERAL_KEYS_ADVICE = 'pull with several keys, each with grants for some of the menus'

/** A parsed response. */
export interface JsonResponse {
  readonly value: unknown
  /** The address that it comes from, for messages. */
  readonly from: string
}

/** Sends a GET to one interface. @param path with its query. @throws {CommandError} if the answer is not JSON with status 200 */
export type Get = (path: string) => Promise<JsonResponse>

/**
 * Returns a function that creates the `Get` of an interface. All `Get` functions of one client together read no more than fits
 * into memory.
 */
export function createClient(address: string, send: HttpClient) {
  let [bytes, values] = [0, 0]

  function count(response: Received): void {
    bytes += response.body.length
    values += response.values
    if (bytes > PULL_LIMITS.mebibytes * MEBIBYTE) throw sizeError(address, `${PULL_LIMITS.mebibytes} MiB`)
    if (values > PULL_LIMITS.values) throw sizeError(address, `${formatNumber(PULL_LIMITS.values)} values`)
  }

  return (interfaceName: InterfaceName, key: Secret): Get =>
    async (path) => {
      const url = new URL(`${address}${path}`)
      const response = await send(url, keyHeader(interfaceName, key)).catch((error) => fail(url, error))
      if (response.status !== 200) throw new CommandError(describeStatus(response.status, url, key))
      count(response)
      return { value: parse(response.body, url), from: withoutQuery(url) }
    }
}

/** The header in which an interface expects a key. */
function keyHeader(interfaceName: InterfaceName, { text }: Secret): Record<string, string> {
  return interfaceName === 'menus' ? { 'x-api-key': text } : { authorization: `Bearer ${text}` }
}

/** Returns the value of an answer. @throws {CommandError} if it does not match the schema */
export function parseAs<Schema extends TSchema>(
  schema: Schema,
  { value, from }: JsonResponse,
): Static<Schema> {
  if (Check(schema, value)) return value
  throw new CommandError(
    `${from} answered with something that is not ${schema.description}: check the address.`,
  )
}

function sizeError(address: string, limit: string): CommandError {
  return new CommandError(
    `${address} has more than ${limit}, which do not fit into memory: ${SEVERAL_KEYS_ADVICE}.`,
  )
}

function fail(url: URL, error: unknown): never {
  if (error instanceof TooLargeError)
    throw new CommandError(`${withoutQuery(url)} answered with ${error.body}: it does not fit into memory.`)
  if (!(error instanceof NoResponseError)) throw error
  throw new CommandError(`${withoutQuery(url)} cannot be read: ${error.message}. Try again later.`)
}

function describeStatus(status: number, url: URL, { place }: Secret): string {
  if (status === 401)
    return `${withoutQuery(url)} does not accept the key ${place}: it is unknown, revoked or expired there.`
  if (status === 403)
    return `${withoutQuery(url)} refuses the key ${place}: it lacks a scope there, such as device:read.`
  // A redirect is not followed, because the request has a key, which no other server may get.
  if (REDIRECTS.includes(status))
    return `${withoutQuery(url)} redirects to another address: pull from that one instead, if you trust it.`
  const advice = status >= 500 ? 'see the log of that service, or try again later' : 'check the address'
  return `${withoutQuery(url)} answered with ${status} instead of 200: ${advice}.`
}

function parse(body: Buffer, url: URL): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new CommandError(
      `${withoutQuery(url)} answered with something that is not JSON: check the address.`,
    )
  }
}
