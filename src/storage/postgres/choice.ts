import type { StorageWarning } from '../database.ts'
import type { ServerRole, ServerState } from './server-state.ts'

/** A server that answered. */
export interface Seen {
  readonly server: { readonly name: string }
  readonly state: ServerState
}

/** The newest primary that was seen. */
export interface LatestPrimary {
  readonly systemIdentifier: bigint
  readonly timeline: number
}

/**
 * What is known of the newest primary, so that one that was replaced is not used again when it comes back. The first primary decides
 * which database it is.
 * @param states of all servers that can be reached, in the order of the URL
 * @param known what was known before
 */
export function findLatestPrimary(states: readonly ServerState[], known?: LatestPrimary): LatestPrimary {
  const first = known ?? states.find(({ role }) => role === 'primary') ?? states[0]
  const latest = { systemIdentifier: first?.systemIdentifier ?? 0n, timeline: known?.timeline ?? 0 }
  const timelines = states.filter((state) => isOfDatabase(state, latest)).map(({ timeline }) => timeline)
  return { ...latest, timeline: Math.max(latest.timeline, ...timelines) }
}

/**
 * Chooses a server with the most preferred role. Of equal primaries, which only a mistake makes, each process uses the first of the
 * URL. Of equal standbys, the one that was used last is kept, since another one may be behind it.
 * @param seen in the order of the URL
 */
export function chooseServer<Server extends Seen>(
  seen: readonly Server[],
  roles: readonly ServerRole[],
  latest: LatestPrimary,
  last: Seen | undefined,
): Server | undefined {
  const isKept = ({ server, state }: Seen) => state.role === 'standby' && server === last?.server
  const rank = (one: Seen) => 2 * roles.indexOf(one.state.role) - Number(isKept(one))
  const usable = seen.filter(({ state }) => roles.includes(state.role) && isUpToDate(state, latest))
  return usable.sort((one, other) => rank(one) - rank(other))[0]
}

/**
 * What is wrong with the servers that answered.
 * @param chosen the one that is used
 * @param roles the roles that it may have, the preferred one first
 */
export function warningsOf(
  seen: readonly Seen[],
  chosen: Seen | undefined,
  roles: readonly ServerRole[],
  latest: LatestPrimary,
): StorageWarning[] {
  return seen.flatMap((one) => {
    const message = one === chosen ? describeChosen(one, roles) : describeOther(one, chosen, latest)
    return message === undefined ? [] : [{ server: one.server.name, message }]
  })
}

function describeChosen({ state }: Seen, [preferred]: readonly ServerRole[]): string | undefined {
  if (preferred !== 'primary' || state.role === 'primary') return undefined
  return 'No primary can be used, so responses come from a standby: the last changes may be missing, and nothing can be changed.'
}

function describeOther({ state }: Seen, chosen: Seen | undefined, latest: LatestPrimary): string | undefined {
  const { role, timeline } = state
  if (!isOfDatabase(state, latest)) {
    return 'A server is not a copy of the same database as the others, and is not used: remove it from DATABASE_URL.'
  }
  if (isUpToDate(state, latest)) {
    if (role === 'standby' || chosen?.state.role !== 'primary') return undefined
    return `There are two primaries of timeline ${timeline}, of which this one is not used: stop it, then make it a standby with pg_rewind.`
  }
  return role === 'primary'
    ? `A primary of timeline ${timeline} was replaced by one of timeline ${latest.timeline}, and is not used: stop it, then make it a standby with pg_rewind.`
    : `A standby of timeline ${timeline} does not follow the primary of timeline ${latest.timeline}, and is not used until it does.`
}

function isOfDatabase(state: ServerState, latest: LatestPrimary): boolean {
  return state.systemIdentifier === latest.systemIdentifier
}

/** Whether a server has everything that was written on the newest primary, or is about to get it. */
function isUpToDate(state: ServerState, latest: LatestPrimary): boolean {
  return isOfDatabase(state, latest) && state.timeline >= latest.timeline
}
