import type { WriteOptions } from '../../menu/write/write-menus.ts'
import type { ImportDifference } from './import-differences.ts'

/** The facts that the statements of an import need, and the callback for differences. */
export interface ImportContext extends WriteOptions {
  readonly onDifference: (difference: ImportDifference) => void
  /** Called when all removals are known. @throws {DocumentError} if menus would lose too much */
  readonly checkRemovals: () => void
}
