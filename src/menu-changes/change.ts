import { apiKey, type Requirement } from '../auth/requirement.ts'
import type { Query } from '../storage/database.ts'
import type { IfMatch } from './if-match.ts'

/** The scheme and the scope that a key needs to change menus that are granted to it. */
export const MENU_WRITE_REQUIREMENT = { scheme: apiKey, scope: 'menu:write' } as const satisfies Requirement

export interface ChangeResponse {
  /** Serialised by the writer, because an item may have thousands of child items. */
  readonly json: string
  /** See `contentHashOf`; only of a replaced menu. */
  readonly contentHash?: string
}

/** The part that all requests to change a menu share. */
export interface ChangeRequest {
  /** The query that finds the key with the menus that it may change; see `authorizeAgain`. */
  readonly authorizationQuery: Query
  readonly ifMatch: IfMatch
  readonly keyId: string
  readonly nowMs: number
}
