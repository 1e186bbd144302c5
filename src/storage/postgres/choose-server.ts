import type { Purpose, ReadFrom, StorageWarning } from '../database.ts'
import type { ServerRole, ServerState } from './server-state.ts'

/** A server that has answered. */
export interface InspectedServer<Server> {
  readonly server: Server
  readonly state: ServerState
}

/** The newest primary that has been found. */
export interface LatestPrimary {
  readonly systemIdentifier: bigint
  readonly timeline: number
}

/** The roles that a server may have to be used, the preferred one first. */
export function preferredRoles(purpose: Purpose, readFrom: ReadFrom): readonly ServerRole[] {
  if (purpose !== 'read') return ['primary']
  return readFrom === 'replica' ? ['standby', 'primary'] : ['primary', 'standby']
}

/**
 * Chooses a server with the most preferred role. Of equal primaries, which only a mistake creates, each process uses the first
 * of the URL. Of equal standbys, the one in use is kept, because another one may be behind it.
 * @param seen in the order of the URL
 * @param roles the roles that the server may have, the preferred one first
 * @param lastUsed the server that was used last
 * @param knownPrimary the newest primary that was found before
 */
export function chooseServer<Server extends { readonly name: string }>(
  seen: readonly InspectedServer<Server>[],
  roles: readonly ServerRole[],
  lastUsed: Server | undefined,
  knownPrimary: LatestPrimary | undefined,
) {
  const states = seen.map(({ state }) => state)
  const latestPrimary = findLatestPrimary(states, knownPrimary)
  const isKept = ({ server, state }: InspectedServer<Server>) =>
    state.role === 'standby' && server === lastUsed
  const rank = (one: InspectedServer<Server>) => 2 * roles.indexOf(one.state.role) - Number(isKept(one))
  const usable = seen.filter(({ state }) => roles.includes(state.role) && isUpToDate(state, latestPrimary))
  const [chosen] = usable.sort((one, other) => rank(one) - rank(other))
  const warnings = seen.flatMap((one): StorageWarning[] => {
    const message =
      one === chosen
        ? describeChosen(one.state, roles)
        : describeOther(one.state, chosen?.state, latestPrimary)
    return message === undefined ? [] : [{ subject: one.server.name, message }]
  })
  return { chosen, latestPrimary, warnings }
}

/**
 * Finds the newest known primary, because a replaced one must not be used again. The first answers decide which database is meant:
 * that of the first primary, or of the first server if none is a primary. Servers of another database are not used.
 */
function findLatestPrimary(states: readonly ServerState[], known: LatestPrimary | undefined): LatestPrimary {
  const first = known ?? states.find(({ role }) => role === 'primary') ?? states[0]
  const latestPrimary = { systemIdentifier: first?.systemIdentifier ?? 0n, timeline: known?.timeline ?? 0 }
  const timelines = states
    .filter((state) => isOfDatabase(state, latestPrimary))
    .map(({ timeline }) => timeline)
  return { ...latestPrimary, timeline: Math.max(latestPrimary.timeline, ...timelines) }
}

function describeChosen(state: ServerState, [preferred]: readonly ServerRole[]): string | undefined {
  if (preferred !== 'primary' || state.role === 'primary') return undefined
  return 'No primary can be used, so responses come from a standby: the last changes may be missing, and changes are refused.'
}

function describeOther(
  state: ServerState,
  chosen: ServerState | undefined,
  latestPrimary: LatestPrimary,
): string | undefined {
  const { role, timeline } = state
  if (!isOfDatabase(state, latestPrimary)) {
    return 'A server is not a copy of the same database as the others, and is not used: remove it from DATABASE_URL.'
  }
  if (isUpToDate(state, latestPrimary)) {
    if (role === 'standby' || chosen?.role !== 'primary') return undefined
    return `There are two primaries of timeline ${timeline}, of which this one is not used: stop it, then make it a standby with pg_rewind.`
  }
  return role === 'primary'
    ? `A primary of timeline ${timeline} was replaced by one of timeline ${latestPrimary.timeline}, and is not used: stop it, then make it a standby with pg_rewind.`
    : `A standby of timeline ${timeline} does not follow the primary of timeline ${latestPrimary.timeline}, and is not used until it does.`
}

function isOfDatabase(state: ServerState, latestPrimary: LatestPrimary): boolean {
  return state.systemIdentifier === latestPrimary.systemIdentifier
}

/** Whether a server has everything that was written on the newest primary, or is about to get it. */
function isUpToDate(state: ServerState, latestPrimary: LatestPrimary): boolean {
  return isOfDatabase(state, latestPrimary) && state.timeline >= latestPrimary.timeline
}
