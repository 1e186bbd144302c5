import { type Static, Type } from '@sinclair/typebox'
import {
  booleanParameter,
  positiveParameter,
  readBoolean,
  readIds,
  valuesParameter,
} from '../http/query-parameters.ts'
import { DEFAULT_PAGE_SIZE, type DeviceSelection, MAX_PAGE_SIZE } from './queries/list-page.ts'
import { canonicalDeviceId } from './schema.ts'

/** The parameters of `GET /devices`. An empty value counts as not given. */
export const DevicesParameters = Type.Object({
  is_online: booleanParameter('Only devices that are online (`true`) or not (`false`).'),
  ids: valuesParameter(
    'Only these devices. A MAC address may be in upper or lower case, with colons or hyphens.',
  ),
  page: positiveParameter('The page, from 1.'),
  page_size: positiveParameter(
    `Devices per page: at most ${MAX_PAGE_SIZE}, by default ${DEFAULT_PAGE_SIZE}.`,
    MAX_PAGE_SIZE,
  ),
})
export type DevicesParameters = Static<typeof DevicesParameters>

/** Parses the parameters. Values that are too large are reduced to the largest possible ones. */
export function parseDeviceSelection(parameters: DevicesParameters): Omit<DeviceSelection, 'userId'> {
  const ids = readIds(parameters.ids)
  const limit = Math.min(Number(parameters.page_size || DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE)
  return {
    ids: ids && new Set(Array.from(ids, canonicalDeviceId)),
    isOnline: readBoolean(parameters.is_online),
    limit,
    offset: Math.min((Number(parameters.page || 1) - 1) * limit, Number.MAX_SAFE_INTEGER),
  }
}
