import { askGroups, type Selection } from './ask.ts'
import { readParameters } from './parameters.ts'

/** What the address asks for. */
export const parameters = readParameters(location)
export const selection: Selection | undefined =
  parameters.key === undefined ? undefined : { query: parameters.query, key: parameters.key }

/** The first answer is asked for while the rest of the scripts are still on their way. */
export const firstAnswer = selection && askGroups(selection, undefined)
