import { apiKey, type Requirement } from '../../auth/authenticate.ts'
import type { Query } from '../../storage/database.ts'
import type { Preconditions } from './preconditions.ts'

/** What a key needs to change menus that are granted to it. */
export const MENU_WRITER = { scheme: apiKey, scope: 'menu:write' } as const satisfies Requirement

/** The body of the response to a change, and the ETag of its menu from then on. */
export interface Written {
  /** Made here: an item may have thousands of child items. */
  readonly json: string
  readonly tag: string
}

/** What every request to change a menu says. */
export interface ChangeRequest extends Preconditions {
  /** The query that finds the key, and what it may change; see `authorizeAgain`. */
  readonly access: Query
  readonly keyId: string
  readonly nowMs: number
}
