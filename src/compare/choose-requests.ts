import { CommandError } from '../command-error.ts'
import type { Client } from './client.ts'
import { defaultRequests } from './default-requests.ts'
import { discover } from './discover.ts'
import { readLines } from './lines.ts'
import { readRequests, type Skipped } from './request-list.ts'
import { type ComparedRequest, fillTemplates, isTemplate } from './routes.ts'

export interface ChosenRequests {
  readonly requests: readonly ComparedRequest[]
  readonly skipped: Readonly<Skipped>
}

export interface Choice {
  /** A list of paths or a log; `-` for standard input. */
  readonly file: string | undefined
  /** Whether devices are asked for if there is no file. */
  readonly withDevices: boolean
  /** Stops the reading of the file. */
  readonly signal: AbortSignal
}

/**
 * The requests of a file, or without a file those for everything that the two services show.
 * @throws {CommandError} if there are none, or a service that is needed to find them does not answer
 */
export async function chooseRequests(
  clients: readonly Client[],
  { file, withDevices, signal }: Choice,
): Promise<ChosenRequests> {
  if (file === undefined) {
    const requests = defaultRequests(await discover(clients, withDevices), withDevices)
    return { requests, skipped: { method: 0, route: 0, line: 0, id: 0 } }
  }
  const { requests: listed, skipped } = await readRequests(readLines(file, signal), basePathsOf(clients))
  const requests = await fillFromServices(listed, clients)
  if (requests.length > 0) return { requests, skipped: { ...skipped, id: listed.length - requests.length } }
  throw new CommandError(
    `${file === '-' ? 'Standard input' : file} has no request for menus or devices that can be repeated: pass paths such as /v1/menus, or an access log.`,
  )
}

/** The access log has no ids, so its templates are filled with those that the services show. */
async function fillFromServices(
  listed: readonly ComparedRequest[],
  clients: readonly Client[],
): Promise<readonly ComparedRequest[]> {
  const templates = listed.filter(isTemplate)
  if (templates.length === 0) return listed
  const withDevices = templates.some(({ route }) => route.interface === 'devices')
  return fillTemplates(listed, await discover(clients, withDevices))
}

function basePathsOf(clients: readonly Client[]): string[] {
  const urls = clients.flatMap(({ service }) => Object.values(service.urls))
  return urls.map((url) => new URL(url).pathname.replace(/\/$/, ''))
}
