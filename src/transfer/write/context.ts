import type { MenuWriting } from '../../menu/write/write-menus.ts'
import type { ImportDifference } from './differences.ts'
import type { Extras } from './prune.ts'

/** What the statements of an import need to know, and whom they tell what differs. */
export interface ImportContext extends MenuWriting {
  /** Whether existing devices keep their access and their site. */
  readonly keepsAccessAndSite: boolean
  /** What is deleted, because the import file does not have it. */
  readonly extras: Extras | undefined
  readonly onDifference: (difference: ImportDifference) => void
  /** Called when all removals are known. @throws {DocumentError} if menus would lose too much */
  readonly checkRemovals: () => void
}
