import { bearer } from '../auth/requirement.ts'

/** Levels of access to a device. `read` and `update` allow reading it; `publish` alone does not. */
export const ACCESS_LEVELS = ['read', 'update', 'publish'] as const
export type AccessLevel = (typeof ACCESS_LEVELS)[number]

/** The actions with a device, and the levels of access that allow them. */
const RIGHTS = { read: ['read', 'update'], update: ['update'] } as const satisfies Record<
  string,
  readonly AccessLevel[]
>
export type Right = keyof typeof RIGHTS

/** The conditions for reporting heartbeats. They are checked when a request arrives, and again when the heartbeat is written. */
export const HEARTBEAT_REQUIREMENT = { scheme: bearer, scope: 'device:heartbeat', right: 'update' } as const

/**
 * SQL for whether a row `a` of `device_access` gives a user this right. `coalesce()` stops SQLite from building a temporary table for
 * the IN, which would cost a microsecond per request.
 * @param userId SQL for the id of the user; by default a parameter
 */
export function accessSql(right: Right, userId = '?'): string {
  const levels = RIGHTS[right].map((level) => `'${level}'`).join(', ')
  return `a.user_id = ${userId} AND coalesce(a.level, '') IN (${levels})`
}
