import type { StorageWarning } from '../database.ts'
import type { LatestPrimary } from './latest-primary.ts'
import type { ServerRole, ServerState } from './server-state.ts'

/** A server that answered. */
export interface Seen {
  readonly server: { readonly name: string }
  /** Its position in the URL. */
  readonly position: number
  readonly state: ServerState
}

/**
 * Chooses a server with the most preferred role. Of several, it is the primary that the process uses, or else the server that was
 * used last, so that it does not depend on which one answers first.
 * @param seen in the order of the URL
 * @param last the position of the server that was used last
 */
export function chooseServer<Server extends Seen>(
  seen: readonly Server[],
  roles: readonly ServerRole[],
  latest: LatestPrimary,
  last: number | undefined,
): Server | undefined {
  for (const role of roles) {
    const usable = seen.filter(({ state }) => state.role === role && latest.accepts(state))
    const at = (wanted: number | undefined) => usable.find(({ position }) => position === wanted)
    const kept = (role === 'primary' ? at(latest.server()) : undefined) ?? at(last)
    if (usable.length > 0) return kept ?? usable[0]
  }
  return undefined
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
  if (!latest.belongsToDatabase(state)) {
    return 'A server is not a copy of the same database as the others, and is not used: remove it from DATABASE_URL.'
  }
  if (latest.accepts(state)) {
    if (role === 'standby' || chosen?.state.role !== 'primary') return undefined
    return `There are two primaries of timeline ${timeline}, of which this one is not used: stop it, then make it a standby with pg_rewind.`
  }
  return role === 'primary'
    ? `A primary of timeline ${timeline} was replaced by one of timeline ${latest.timeline()}, and is not used: stop it, then make it a standby with pg_rewind.`
    : `A standby of timeline ${timeline} does not follow the primary of timeline ${latest.timeline()}, and is not used until it does.`
}
