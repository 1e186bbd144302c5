import { StorageUnusableError } from '../storage/database.ts'

/**
 * Parses the tags of a row, which are stored as JSON. The database accepts only valid JSON in this column.
 * @throws {StorageUnusableError} if the text is not valid JSON, which means that its database page is damaged
 */
export function readTags(json: string): string[] {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new StorageUnusableError('The database is damaged: the tags of a group or an item are no JSON.', {
      cause,
    })
  }
}
