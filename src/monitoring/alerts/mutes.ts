/** Where screens are. While a place is muted, no route is told of it. */
export type PlaceKind = 'device' | 'site'
/** What can be muted: a place, for all routes, or a route, for all places. */
export type MuteKind = PlaceKind | 'route'

/** A row of `alert_mutes`. It stays after its end, which delays alerts of what began meanwhile. */
export interface StoredMute {
  readonly kind: MuteKind
  readonly subject_id: string
  /** In milliseconds. */
  readonly until: number
}

/** A mute that lasts longer would be forgotten. */
export const LONGEST_MUTE_DAYS = 7
