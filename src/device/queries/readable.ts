import type { Value } from '../../storage/database.ts'
import { BOUND_LIST, boundList, defineQuery } from '../../storage/define-query.ts'
import { accessSql } from '../access.ts'

/** SQL: the rows of `device_access a` that let a user read a device. Its parameter is the id of the user. */
const READ_ACCESS = `device_access a WHERE ${accessSql('read')}`
/** SQL: whether a user may read device `d`. Its parameter is the id of the user. */
export const IS_READABLE = `EXISTS (SELECT 1 FROM ${READ_ACCESS} AND a.device_id = d.id)`

/** A condition on device `d`, to be part of a query. */
export interface DeviceCondition {
  readonly sql: string
  readonly parameters: readonly Value[]
}

/** Joins conditions into one, which is true if there are none. */
export function joinConditions(conditions: readonly DeviceCondition[]): DeviceCondition {
  return {
    sql: ['true', ...conditions.map(({ sql }) => sql)].join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  }
}

export function idsCondition(ids: Iterable<string>): DeviceCondition {
  return { sql: `d.id IN ${BOUND_LIST}`, parameters: [boundList(ids)] }
}

/** The condition that a user may read a device. It looks up the access to each device. */
export function readableCondition(userId: string): DeviceCondition {
  return { sql: IS_READABLE, parameters: [userId] }
}

/** The same condition, which finds all devices that the user may read: faster for many devices, slower for a few. */
export function readableInBulkCondition(userId: string): DeviceCondition {
  return { sql: `d.id IN (SELECT a.device_id FROM ${READ_ACCESS})`, parameters: [userId] }
}

export type ReadableCounts = Readonly<Record<'devices' | 'readable', number>>

export const countReadableQuery = defineQuery<[userId: string]>(`
SELECT (SELECT count(*) FROM devices) AS devices,
  (SELECT count(DISTINCT a.device_id) FROM ${READ_ACCESS}) AS readable`)
