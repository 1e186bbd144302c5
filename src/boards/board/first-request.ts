import { type GroupsRequest, requestGroups } from '../../browser/menu/requests.ts'
import { readParameters } from '../shared/parameters.ts'

/** The parameters in the address of the page. */
export const parameters = readParameters(location)
export const selection: GroupsRequest | undefined =
  parameters.key === undefined ? undefined : { query: parameters.query, key: parameters.key }

/** The first request is sent before anything else is done. */
export const firstResult = selection && requestGroups(selection, undefined)
