import type { Database } from '../storage/database.ts'
import { findExisting } from '../storage/statements.ts'
import { type ImportErrors, showValue } from './document-error.ts'

/**
 * Collects references to ids. An id may come after its references, so they are checked at the end. Of the
 * references to one id only the first is kept, so that memory is limited by the number of ids.
 */
export function createReferences(noun: 'user' | 'site' | 'menu', isKnown: (id: string) => boolean) {
  /** Ids that were unknown when they were read, with the JSON pointers of their first references. */
  const unresolved = new Map<string, string>()

  return {
    add(id: string, pointer: string): void {
      if (!isKnown(id) && !unresolved.has(id)) unresolved.set(id, pointer)
    },

    async check(database: Database, errors: ImportErrors) {
      for (const id of unresolved.keys()) if (isKnown(id)) unresolved.delete(id)
      const existing = await findExisting(database, `${noun}s`, unresolved.keys())
      for (const [id, pointer] of unresolved) {
        if (!existing.has(id)) errors.add(pointer, `must be the id of a ${noun}, got ${showValue(id)}`)
      }
    },
  }
}
