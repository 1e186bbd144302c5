import { StorageRefusedError } from '../storage/database.ts'

/**
 * The tags of a row, from the JSON in which they are stored. The database takes no other.
 * @throws {StorageRefusedError} if it is none: then the page that it is on was damaged
 */
export function readTags(json: string): string[] {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new StorageRefusedError('The database is damaged: the tags of a group or an item are no JSON.', {
      cause,
    })
  }
}
