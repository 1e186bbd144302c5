import { requestGroups, type Selection } from '../shared/feed/requests.ts'
import { readParameters } from './parameters.ts'

/** The parameters in the address of the page. */
export const parameters = readParameters(location)
export const selection: Selection | undefined =
  parameters.key === undefined ? undefined : { query: parameters.query, key: parameters.key }

/** The first request is sent while the other scripts are still loading. */
export const firstResult = selection && requestGroups(selection, undefined)
